import type { ListedImport } from '../../../src/portfolio/import/staged-import.ts'
import { display } from '../html/display.ts'
import { type Html, html } from '../html/html.ts'
import { postButton } from '../html/post-button.ts'

/** Renders the files that a person has uploaded and not yet imported. */
export function uploadedFiles(files: ListedImport[], csrf: string): Html {
  if (files.length === 0) return null
  return html`
    <section class="part" aria-labelledby="uploaded">
      <h2 id="uploaded">Not yet imported</h2>
      <div class="table" tabindex="0" role="region" aria-label="Files that are not yet imported">
        <table>
          <thead>
            <tr><th scope="col">File</th><th scope="col" class="number">Lines</th><th scope="col">Uploaded</th><th scope="col">Discard</th></tr>
          </thead>
          <tbody>
            ${files.map(
              ({ id, kind, file_name, lines, created_at }) => html`
                <tr>
                  <th scope="row"><a href=${`/admin/${kind}/import/${id}`}>${file_name}</a></th>
                  <td class="number">${lines.toLocaleString('en')}</td>
                  <td>${display('created_at', created_at)}</td>
                  <td>${postButton(`/admin/${kind}/import/${id}/discard`, csrf, 'Discard')}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `
}
