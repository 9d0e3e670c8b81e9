import type { Translation } from '../translation.ts'

export const invitation: Translation<'invitation'> = {
  title: 'Выбор пароля',
  welcome: 'Здравствуйте, {name}',
  openId: 'Войдите с учётной записью, у которой email {email}.',
  password: 'Выберите пароль, с которым вы будете входить как {email}.',
  save: 'Сохранить',
  done: 'Пароль задан, вы вошли.',
}
