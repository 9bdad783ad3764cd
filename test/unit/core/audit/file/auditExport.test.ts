import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluateManifest } from '../../../../../src/core/audit/file/auditExport.ts';
import { maskRequestContent } from '../../../../../src/core/audit/masking/maskedContent.ts';
import { replaceContent } from '../../../../../src/core/audit/masking/replaceContent.ts';
import { toAuditEvent } from '../../../../../src/core/service/decode.ts';
import { stringifyJson } from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { maskLiterals } from '../../../../../src/core/sql/analysis/maskLiterals.ts';
import { createLoaded } from '../loaded.ts';
import { anyEvent } from '../store/anyEvents.ts';
import { eventOf, fieldsOf, readExport, textOf } from './readExport.ts';

const query = (content: string, extra = ''): AuditEvent =>
  eventOf(
    JSON.stringify({
      context: { changeID: 'c1', actor: 'ada@example.test' },
      request: { data: { content, more: 1 }, httpInfo: { URI: '/v1/vaults/v/query', method: 'POST' } },
      response: { code: 200 },
    }).replace(/\}$/, `${extra}}`),
  );
describe('masked events', () => {
  it('of queries keep all but the literals', () => {
    const event = query("SELECT name FROM p WHERE ssn = '123'");
    assert.equal(maskRequestContent(event, maskLiterals), "SELECT name FROM p WHERE ssn = '•••'");
  });

  it('of other requests lose the values of JSON, and keep query parameters', () => {
    const other = (content: string): AuditEvent =>
      eventOf(JSON.stringify({ request: { data: { content }, httpInfo: { URI: '/v1/x' } } }));
    assert.equal(
      maskRequestContent(other('{"fields":{"ssn":"123","age":7,"ok":true,"list":["a",null]}}'), maskLiterals),
      '{"fields":{"ssn":"•••","age":"•••","ok":true,"list":["•••",null]}}',
    );
    assert.equal(
      maskRequestContent(other('filterOps.accountID=a1&limit=5'), maskLiterals),
      'filterOps.accountID=a1&limit=5',
    );
    assert.equal(
      maskRequestContent(other('filterOps.context.actor=ada%40x.org&limit=5&ssn=123'), maskLiterals),
      'filterOps.context.actor=•••&limit=5&ssn=•••',
    );
    assert.equal(maskRequestContent(other("insert 'Ada'"), maskLiterals), "insert '•••'");
    // Cut at its beginning: values of such JSON are hidden too.
    assert.doesNotMatch(maskRequestContent(other('note" : "Ada"'), maskLiterals) ?? 'Ada', /Ada/);
    assert.equal(maskRequestContent(eventOf('{}'), maskLiterals), undefined);
  });

  it('of queries in a body of JSON or in parameters lose their literals too', () => {
    const masked = (content: string): string | undefined => maskRequestContent(query(content), maskLiterals);
    assert.equal(
      masked('{"query":"SELECT 1 WHERE a = \'LIT-123-45\'","note":"SELECT Ada"}'),
      '{"query":"SELECT ••• WHERE a = \'•••\'","note":"•••"}',
    );
    assert.equal(masked('["Ada Lovelace"]'), '["•••"]');
    assert.equal(masked('query=SELECT%201%20WHERE%20a%3D%27LIT%27'), 'query=•••');
  });

  it('lose the values of JSON that is cut, wherever', () => {
    const whole = '{"a b":["LIT-1","x\\"LIT-2",-12.5e3],"c":{"d":true,"e":"LIT-3 \\u0041da"}}';
    for (let end = 1; end < whole.length; end++) {
      for (const content of [whole.slice(0, end), whole.slice(end)]) {
        const masked = maskRequestContent(query(content), maskLiterals) ?? '';
        if (content.startsWith('{')) assert.doesNotMatch(masked, /LIT|12|Ad|da/, content);
        const other = eventOf(JSON.stringify({ request: { data: { content } } }));
        if (content.includes('":'))
          assert.doesNotMatch(maskRequestContent(other, maskLiterals) ?? '', /LIT|da/, content);
      }
    }
    assert.equal(maskRequestContent(query('[1,2,"LIT-123-45"'), maskLiterals), '[•••,•••,•••');
    assert.equal(maskRequestContent(query('{"a": true, "b" : "Ada'), maskLiterals), '{"a": true, "b" : •••');
  });

  it('lose the values of JSON or parameters of megabytes too, which no one pattern could hold', () => {
    const escapes = '\\n'.repeat(4_000_000);
    assert.equal(maskRequestContent(query(`{"a":"${escapes}`), maskLiterals), '{"a":•••');
    assert.equal(
      maskRequestContent(query(`a=1${'&b=2'.repeat(100)}`), maskLiterals),
      `a=•••${'&b=•••'.repeat(100)}`,
    );
    const parameters = `a=1${'&limit=2'.repeat(2_000_000)}`;
    assert.match(maskRequestContent(query(parameters), maskLiterals) ?? '', /^a=•••&limit=2&/);
  });

  it('have their texts in the typed parts and in what was received, the rest as it was sent', () => {
    const event = query('SELECT 1', ',"2":"b","1":9007199254740993');
    const masked = replaceContent(event, 'SELECT •••');
    assert.equal(masked.request.data?.content, 'SELECT •••');
    assert.equal(stringifyJson(masked.raw), stringifyJson(event.raw).replace('SELECT 1', 'SELECT •••'));
    assert.equal(replaceContent(event, undefined), event);
    assert.equal(replaceContent(eventOf('{}'), 'x').request.data, undefined);
  });

  it('of the store, which keeps them small, are masked too', () => {
    const store = createLoaded();
    store.addPage({ events: [query("SELECT 'x'")], nextOps: null }, 'newest');
    const [event] = store.events();
    assert.ok(event);
    const masked = replaceContent(event, 'hidden');
    assert.deepEqual(
      [masked.request.data?.content, masked.context.changeID, masked.response.code],
      ['hidden', 'c1', 200],
    );
  });
});

describe('exported events', () => {
  const hostile = query("SELECT '<img onerror=x>' -- [a](command:b) $(trash)\u0000\n", ',"odd":1.10');

  for (const format of ['ndjson', 'json'] as const)
    it(`as ${format} come back as they were`, async () => {
      const events = [hostile, eventOf('{"context":{"changeID":"c2"},"request":{}}')];
      const read = readExport(await textOf(events, format));
      assert.ok(read.ok);
      assert.deepEqual(
        read.all.map(({ raw }) => stringifyJson(raw)),
        events.map(({ raw }) => stringifyJson(raw)),
      );
      assert.equal(read.skipped, 0);
    });

  it('whatever they hold, where the manifest says that the file is ours', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json(), { minLength: 1, maxLength: 5 }), async (values) => {
        const events = values.map((value) => {
          const parsed = parseJson(`{"extra":${value}}`);
          assert.ok(parsed.ok);
          return toAuditEvent(parsed.value as AuditEvent['raw']);
        });
        const text = await textOf(events, 'ndjson');
        assert.ok(!readExport(text).ok);
        const read = readExport(text, true);
        assert.ok(read.ok && read.skipped === 0);
        assert.deepEqual(
          read.all.map(({ raw }) => stringifyJson(raw)),
          events.map(({ raw }) => stringifyJson(raw)),
        );
      }),
    );
  });

  it('as CSV have a column a field, with formulas guarded', async () => {
    const event = eventOf('{"context":{"actor":"=cmd()","changeID":"c"},"request":{}}');
    const [head, row] = (await textOf([event], 'csv')).split('\r\n');
    assert.match(head ?? '', /^time,code,actor,/);
    assert.match(row ?? '', /,'=cmd\(\),/);
  });

  it('as CSV come back with all that has a column, cut anywhere', async () => {
    const some = fc.array(anyEvent, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 400 }), async (events, size) => {
        const read = readExport(await textOf(events, 'csv'), true, size);
        assert.ok(
          read.ok && read.format === 'csv' && !read.isCut && read.skipped === 0,
          JSON.stringify(read),
        );
        assert.deepEqual(read.all.map(fieldsOf), events.map(fieldsOf));
      }),
    );
  });

  it('as CSV keep formulas, quotes, exact numbers and odd codes as they were', async () => {
    const odd = [
      '{"context":{"actor":"=cmd()","changeID":"\'=x"},"request":{"data":{"content":"a \\"b\\",\\r\\n\'c"}}}',
      '{"context":{"changeID":" c "},"request":{},"response":{"code":-1,"data":{"n":9007199254740993,"d":1.10}}}',
      '{"context":{"changeID":"d"},"request":{},"response":{"code":1.50,"message":"\'\'\'-1"}}',
      '{"context":{"changeID":"e"},"request":{},"response":{"code":"refused","message":"＝1"}}',
    ].map(eventOf);
    const read = readExport(await textOf(odd, 'csv'));
    assert.ok(read.ok);
    assert.deepEqual(read.all.map(fieldsOf), odd.map(fieldsOf));
  });

  it('as CSV name rows that are no events, and a last row that is cut', async () => {
    const events = [1, 2, 3].map((n) => eventOf(`{"context":{"changeID":"c${n}"},"request":{"a":"b"}}`));
    const text = await textOf(events, 'csv');
    const [head = '', first = '', ...others] = text.split('\r\n');
    const bad = readExport([head, first, 'a,b', `"x"y${first}`, ...others].join('\r\n'));
    assert.ok(bad.ok);
    assert.deepEqual(
      [bad.events, bad.skipped, bad.firstSkipped, bad.isCut],
      [3, 2, { line: 3, problem: 'columns' }, false],
    );
    for (const cut of [text.slice(0, -40), `${text}"2026`]) {
      const read = readExport(cut);
      assert.ok(read.ok && read.isCut, cut.slice(-50));
    }
    const whole = readExport(text.trimEnd());
    assert.ok(whole.ok && whole.events === 3 && !whole.isCut, 'without a line break at its end');
    const none = readExport(`${head}\r\n`);
    assert.equal(!none.ok && none.reason, 'empty');
  });

  it('a CSV file from elsewhere is told what it lacks', () => {
    const missing = (text: string): unknown => {
      const read = readExport(text);
      return !read.ok && read.reason === 'columns' ? read.missing : read;
    };
    const all = ['time', 'code', 'actor', 'content', 'changeID'];
    assert.deepEqual(missing('date,user,"what"\n1,2,3\n'), all);
    assert.deepEqual(missing('date;user\r\n1;2\r\n'), all);
    assert.deepEqual(missing('code,time,changeID,actor\n200,,c,a\n'), ['content']);
    const own = readExport('\ufeffnote,changeID,content,actor,code,time\nmine,c1,SELECT 1,a,200,2026\n');
    assert.ok(own.ok && own.events === 1, 'in any order, with others between them');
    const table = 'time,code,actor,content,changeID\n2026,200,a,SELECT 1,c\n';
    const joined = readExport(`${table}\ufeff${table}`);
    assert.ok(joined.ok);
    assert.deepEqual([joined.events, joined.skipped], [2, 1], 'the names of a second table are no event');
  });

  it('a manifest vouches for the very bytes it was written with, of events alone, and against others', () => {
    const manifest = (kind: string): string => `{"manifestVersion":1,"kind":"${kind}","sha256":"ab"}`;
    const nothing = { isOurs: false, doubts: [] };
    const altered = { isOurs: false, doubts: ['altered'] };
    assert.deepEqual(evaluateManifest(manifest('audit-events'), 'ab'), { isOurs: true, doubts: [] });
    assert.deepEqual(evaluateManifest(manifest('audit-events'), 'cd'), altered);
    assert.deepEqual(evaluateManifest(manifest('who-read-what'), 'ab'), nothing);
    assert.deepEqual(evaluateManifest(manifest('who-read-what'), 'cd'), altered);
    assert.deepEqual(evaluateManifest(manifest('of another program'), 'cd'), nothing);
    for (const other of ['', '[]', '{}', 'null', '{"kind":"audit-events"}'])
      assert.deepEqual(evaluateManifest(other, 'ab'), nothing);
  });

  it('a manifest keeps the doubts about the file that the events were opened from', () => {
    const manifest = { kind: 'audit-events', sha256: 'ab', doubts: ['cut'] };
    assert.deepEqual(evaluateManifest(JSON.stringify(manifest), 'ab'), { isOurs: true, doubts: ['source'] });
    const odd = JSON.stringify({ ...manifest, doubts: [] });
    assert.deepEqual(evaluateManifest(odd, 'ab'), { isOurs: true, doubts: [] });
  });

  it('answers of the service open, one per line, in pieces of any size', () => {
    const event = (id: number): string => `{"context":{"changeID":"${id}"}}`;
    const answers = Array.from({ length: 10 }, (_, page) =>
      page % 3 === 2
        ? `{"nextOps":null,"event":[${event(2 * page)},${event(2 * page + 1)}]}`
        : `{"event":[${event(2 * page)},${event(2 * page + 1)}],"nextOps":{"changeID":"${page}"}}`,
    );
    for (const lines of [answers, answers.toReversed(), [...answers, event(20)], [event(20), ...answers]])
      for (const size of [1, 7, 64, 1_000_000]) {
        const read = readExport(`${lines.join('\n')}\n`, false, size);
        assert.ok(read.ok && !read.isCut, JSON.stringify(read));
        assert.deepEqual([read.events, read.skipped], [lines.length > 10 ? 21 : 20, 0]);
      }
    const cut = readExport(answers.join('\n').slice(0, -5));
    assert.ok(cut.ok && cut.isCut);
    assert.equal(cut.events, 18);
  });

  it('an event without context and request opens by its response and IDs', () => {
    const read = readExport('{"response":{"code":200,"message":"OK"},"resourceIDs":["VAULT/1"]}\n');
    assert.ok(read.ok);
    assert.equal(read.events, 1);
    assert.equal(readExport('{"response":{"code":200,"message":"OK"}}\n').ok, false);
  });

  it('an answer of the service opens too', () => {
    const read = readExport('{"event":[{"context":{"changeID":"c"},"request":{}}],"nextOps":null}');
    assert.ok(read.ok && read.events === 1);
  });

  it('one with nothing in it is an event among others, and none alone', () => {
    const read = readExport('[{"context":{},"request":{}},{"request":{"vaultID":"v"}}]');
    assert.ok(read.ok);
    assert.deepEqual([read.events, read.skipped], [2, 0]);
    for (const alone of ['{"context":{},"request":{}}', '[{"context":{},"request":{},"response":{}}]']) {
      const none = readExport(alone);
      assert.equal(!none.ok && none.reason, 'other');
    }
  });

  it('what another program logged is not one', () => {
    const line = '{"request":{"url":"/x"},"response":{"status":200},"context":{"user":"ann"}}';
    const read = readExport(`${line}\n${line}\n`);
    assert.equal(!read.ok && read.reason, 'other');
  });

  it('entries that are no events are counted, not lost silently', () => {
    const read = readExport('{"context":{"changeID":"c"},"request":{}}\n{"a":1}\nnot json\n');
    assert.ok(read.ok);
    assert.deepEqual([read.events, read.skipped], [1, 2]);
  });

  it('a file that is not ours has a reason', () => {
    const reasons = [
      '',
      '  \n',
      '[]',
      '[ \n]\n',
      'time,code,actor\r\n',
      'hello',
      '<html>',
      '{"a":1}',
      '[1,2]',
      '\u0000\u0001',
    ].map((text) => {
      const read = readExport(text);
      return read.ok ? 'ok' : read.reason;
    });
    assert.deepEqual(reasons, [
      'empty',
      'empty',
      'empty',
      'empty',
      'columns',
      'other',
      'other',
      'other',
      'other',
      'other',
    ]);
  });

  it('come in pieces cut anywhere as they do in one', () => {
    // Longer than what decides the form.
    const long = `]},[{\\"\\\\ `.repeat(200);
    const event = (n: number): string => `{"context":{"changeID":"c${n}"},"request":{"a":"${long}"}}`;
    const some = [event(1), event(2), event(3)];
    const texts = [
      `\ufeff${some.join('\n')}`,
      `${some.join('\r\n\r\n')}\r\n`,
      `[${some.join(',')}]`,
      `  [\n${some.join(' ,\n')}\n]\n`,
      `{"event":[${some.join(',')}],"nextOps":{"timestamp":"t"}}`,
      `{"nextOps":null,\n"event":[\n${some.join(',\n')}]}`,
      `{\n  "context": {\n"changeID":"c" },\n "request": {}\n}`,
      `[${some.join(',')}`,
      `[\n${some.join(',\n')},\n`,
      `[\n${some[0]},\n${some[1]},\n${event(3).slice(0, -20)}`,
      `[\n${event(1).slice(0, -20)}`,
      '[hello',
      `{"event":[${some[0]},${event(2).slice(0, 1_500)}`,
      `{"event":[${some[0]}]} x`,
      `[${some.join(',')}] x`,
      `[${some.join(',,')}]`,
      `[${some.join(',')},]`,
      `[ ,${some[0]}]`,
      `[1,"]",null,${some[0]}]`,
      `{"event":[${some[0]}],"nextOps":`,
      `{"event":[]}`,
      `{"event":null}`,
      `${some[0]}\nno json\n[1]\n${some[1]}`,
      `{"a":\n${some[0]}`,
      `{"context":{}}}\n`,
      `[]\n`,
      `null\n${some[0]}`,
      `time,code\r\n1,2\r\n`,
    ];
    const whole = texts.map((text) => readExport(text));
    const figures = whole.map((read) =>
      read.ok ? `${read.events} ${read.skipped}${read.isCut ? ' cut' : ''}` : read.reason,
    );
    assert.deepEqual(figures, [
      ...['3 0', '3 0', '3 0', '3 0', '3 0', '3 0', '1 0', '3 0 cut', '3 0 cut', '2 0 cut'],
      ...[
        'other',
        'other',
        '1 0 cut',
        // What was read of a list stays where it goes on as something else.
        '1 0 cut',
        '3 0 cut',
        '1 0 cut',
        '3 0 cut',
        'other',
        '1 3',
        '1 0 cut',
        'empty',
        'other',
        '2 2',
        // A line that breaks off, and one that is whole.
        '1 1',
        'other',
        'empty',
        '1 1',
        'columns',
      ],
    ]);
    fc.assert(
      fc.property(fc.constantFrom(...texts.keys()), fc.integer({ min: 1, max: 400 }), (at, size) => {
        const text = texts[at] ?? '';
        const read = readExport(text, false, size);
        const expected = readExport(text);
        assert.equal(read.ok && read.events, expected.ok && expected.events);
        assert.equal(read.ok && read.isCut, expected.ok && expected.isCut);
        assert.equal(read.ok ? read.skipped : read.reason, expected.ok ? expected.skipped : expected.reason);
      }),
    );
  });
});
