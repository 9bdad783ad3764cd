/** Exports many audit events to the folder named by the argument, and prints what came of it as JSON. */
import { join } from 'node:path';
import type { AuditContext } from '../../src/extension/audit/context.ts';
import { auditPage } from '../bench/auditEvents.ts';
import { connectionOf, fakeService } from '../unit/extension/audit/fakeFeed.ts';
import { Uri } from '../unit/extension/fakeVscode.ts';
import '../unit/extension/withVscode.ts';

const { fileCommands } = await import('../../src/extension/audit/commands/fileCommands.ts');

const { feed, deps, asked } = fakeService(connectionOf('a'));
const loading = feed.load();
asked[0]?.answer(auditPage(0, 1_000).page);
await loading;
const said: string[] = [];
const say = (text: string): Promise<void> => Promise.resolve(void said.push(text));
Object.assign(deps, { messages: { info: say, warn: say, error: say, confirm: () => Promise.resolve(true) } });
const context = { feed, deps, options: feed.masking } as unknown as AuditContext;
const file = Uri.file(join(process.argv[2] ?? '', 'events.ndjson'));
const written = await fileCommands(context)['vaultsql.audit.export']?.(file);
console.log(JSON.stringify({ written, said }));
