/** `ThirdPartyNotices.txt`: the licence texts of all that the VSIX holds of others, as their licences ask. */
import type { Part } from './parts.ts';

const LINE = '-'.repeat(79);

/** Each text once, below the names of all parts that it belongs to. */
export function noticesText(parts: readonly Part[]): string {
  const byText = new Map<string, Part[]>();
  for (const part of parts) byText.set(part.text, [...(byText.get(part.text) ?? []), part]);
  const sections = [...byText].map(
    ([text, those]) => `${LINE}\n${those.map(titleOf).join('\n')}\n\n${text.replace(/^\n+/, '').trimEnd()}\n`,
  );
  return [
    'Vault SQL holds the works of others named here, each under its own licence.',
    'This file is made by the build, from what the bundles contain.\n',
    `${parts.map((part) => `  ${shortTitle(part)}: ${part.licence}`).join('\n')}\n`,
    ...sections,
  ].join('\n');
}

function titleOf(part: Part): string {
  const within = part.within === undefined ? '' : `, contained in ${part.within}`;
  return `${shortTitle(part)} (${part.licence})${within}\n${part.homepage}${part.note === undefined ? '' : `\n${part.note}`}`;
}

const shortTitle = ({ name, version }: Part): string => `${name} ${version}`;
