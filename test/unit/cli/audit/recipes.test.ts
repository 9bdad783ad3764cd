import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FOLLOW_HELP } from '../../../../src/cli/audit/auditHelp.ts';

const page = readFileSync(new URL('../../../../media/help/collectRecipes.md', import.meta.url), 'utf8');

describe('the recipes for collecting audit events', () => {
  it('use options that audit follow has', () => {
    // A command ends at a line without a backslash.
    const commands = [...page.matchAll(/(?:audit|vault-audit) follow (?:[^\n]*\\\n)*[^\n]*/g)];
    const options = commands.flatMap(([command]) => command.match(/(?<=\s)--[a-z-]+/g) ?? []);
    assert.ok(options.length >= 10, `${options}`);
    assert.deepEqual(
      options.filter((option) => !new RegExp(`${option}\\b`).test(FOLLOW_HELP)),
      [],
    );
  });
});
