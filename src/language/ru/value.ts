import type { Translation } from '../translation.ts'

export const value: Translation<'value'> = {
  yes: 'Да',
  no: 'Нет',
  filter: '{label}: {value}',
  filterContains: '{label}: «{value}»',
  fromTo: 'От {minimum, number} до {maximum, number}',
  atMostCharacters:
    'Не больше {maximum, plural, one {# знака} few {# знаков} many {# знаков} other {# знака}}',
  oneRequired: 'Нужно хотя бы одно: {fields}',
  typeRecords: '{description}. Введите название или, например: signal 12, decision 3',
}
