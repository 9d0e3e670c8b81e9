import { type Enumeration, scale } from '../record/rules/enumeration.ts'

/** The roles of users, with their meaning. */
export const roles = {
  admin: { en: ['Admin', 'can do everything'], ru: ['Администратор', 'может всё'] },
  manager: {
    en: ['Manager', 'can write, but change only the applications they own'],
    ru: ['Менеджер', 'может писать, но меняет только свои продвигаемые приложения'],
  },
  user: { en: ['User', 'can read'], ru: ['Пользователь', 'может читать'] },
} as const satisfies Enumeration
export type Role = keyof typeof roles

/** The statuses of users, with their meaning. */
export const userStatuses = scale({
  active: {
    en: ['Active', 'access by role'],
    ru: ['Активен', 'доступ по роли'],
  },
  inactive: {
    en: ['Inactive', 'can read and revoke their own tokens; ends connections and the calendar address'],
    ru: [
      'Неактивен',
      'может читать и отзывать свои токены; подключения и адрес календаря перестают действовать',
    ],
  },
  blocked: {
    en: ['Blocked', 'cannot authenticate; takes effect at once, ends all sessions and revokes all tokens'],
    ru: ['Заблокирован', 'войти не может; действует сразу, завершает все сеансы и отзывает все токены'],
  },
})
export type UserStatus = keyof typeof userStatuses

/** The properties of a user that policies check. */
export type Person = { id: number; name: string; role: Role; status: UserStatus }

/** The columns of a person, for a SELECT from the table of users aliased `person`. */
export const personColumns = ['person.id', 'person.name', 'person.role', 'person.status'] as const
