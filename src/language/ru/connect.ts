import type { Translation } from '../translation.ts'

export const connect: Translation<'connect'> = {
  title: 'Подключение: {client}',
  question: 'Подключить {client}?',
  effect:
    '{client} хочет читать портфель от вашего имени ({person}), но ничего не сможет изменить. Отозвать подключение можно в любой момент.',
  client: 'Клиент',
  domain: 'Домен',
  noDomain: 'не указан',
  unverifiedDomain: '{domain}, со слов клиента',
  returnTo: 'Вы вернётесь на',
  ownComputer:
    'Этот клиент работает на вашем компьютере, поэтому проверить его имя нельзя. Разрешите, только если подключение только что начали вы сами.',
  allow: 'Разрешить',
  deny: 'Отказать',
}
