import { Migration } from '@mikro-orm/migrations'

/** Inserts the six directions of the current deployment. */
export class Directions extends Migration {
  override up(): void {
    this.addSql(`
      insert into "directions" ("slug", "name", "description", "created_by", "updated_by")
      select seed.slug, seed.name, seed.description, author.signature, author.signature
      from (values
        ('utilities', 'Utilities', 'Small tools for everyday jobs'),
        ('documents-qr', 'Documents and QR', 'Scanning, documents, QR and bar codes'),
        ('parental-family-safety', 'Parental control and family safety', 'Children, family, location and safety'),
        ('fitness', 'Fitness', 'Training and physical activity'),
        ('wellness-habit-change', 'Wellness: habit change', 'Giving up bad habits and keeping good ones'),
        ('wellness-mental', 'Wellness: mental health', 'Calm, sleep, mood and stress')
      ) as seed (slug, name, description)
      cross join (select '{"type": "system", "id": null, "name": "system"}'::jsonb as signature) as author;
    `)
  }
}
