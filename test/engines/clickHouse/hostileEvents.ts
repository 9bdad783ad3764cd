/** Events and values whose texts try to become a part of a statement. */
import fc from 'fast-check';
import { toCompactEvent } from '../../../src/core/audit/feed/compactEvent.ts';
import { eventKey } from '../../../src/core/audit/feed/ledger.ts';
import { msToTimestamp } from '../../../src/core/audit/feed/timestamps.ts';
import { toAuditEvent } from '../../../src/core/service/decode.ts';
import type { AuditEvent } from '../../../src/core/service/types.ts';
import { asStored } from './storedEvents.ts';

/** A text that no constant part of a statement contains, so that a value is found where it must not be. */
export const MARKER = 'zqx';

const payloads = fc.constantFrom(
  ...[`'`, `''`, `\\`, `\\'`, `\\\\'`, '"', '`', '%', '_', '\\%', '\\_', '%%', '?', '$1', ':p0', '@p0', ';'],
  ...[
    `' OR 1=1 --`,
    `') OR ('1'='1`,
    `'; DROP TABLE audit.events; --`,
    `' UNION ALL SELECT 1 --`,
    `1; KILL QUERY`,
  ],
  ...[
    '{p0:String}',
    '{p0:Identifier}',
    '{p0:',
    '}',
    '{',
    '[]',
    `['a','b']`,
    `[`,
    `]`,
    `','`,
    ', ',
    '()',
    '((',
    '))',
  ],
  ...[
    '/*',
    '*/',
    '--',
    '#',
    '\n',
    '\r\n',
    '\t',
    '\0',
    '\b',
    String.raw`\n`,
    String.raw`\0`,
    String.raw`\N`,
    'NULL',
  ],
  ...[
    'FORMAT Null',
    ' FORMAT CSV',
    'SETTINGS readonly=0',
    `url('http://a')`,
    '&param_p0=x',
    '%27',
    '%00',
    '+',
    '\u2019',
  ],
  ...[
    '\u{1f600}',
    '\u202e',
    '\ufeff',
    '\ufffd',
    'ＳＥＬＥＣＴ',
    '~',
    '~0',
    'id ',
    'variant 2 ',
    '0',
    '-1',
    '1e9',
    '{}',
  ],
);

/** A text of up to three payloads, mostly with the marker between them. */
export const hostileText: fc.Arbitrary<string> = fc
  .tuple(fc.array(payloads, { minLength: 1, maxLength: 3 }), fc.constantFrom(MARKER, MARKER, ''))
  .map(([parts, marker]) => parts.join(marker) + marker);

const FIELDS = 20;

/** An event with a hostile text in every field, at one of the first 50 milliseconds after 1970 began. */
const hostileEvent: fc.Arbitrary<AuditEvent> = fc
  .record({
    ms: fc.integer({ min: 1, max: 50 }),
    texts: fc.array(hostileText, { minLength: FIELDS, maxLength: FIELDS }),
    isQuery: fc.boolean(),
    tags: fc.array(hostileText, { maxLength: 3 }),
    code: fc.constantFrom<number | string>(200, 403, `200'`, '4\\'),
  })
  .map(({ ms, texts, isQuery, tags, code }) => {
    const at = texts.values();
    const next = (): string => at.next().value ?? '';
    const quoted = next().replaceAll('"', '');
    const httpInfo = isQuery
      ? { URI: '/v1/vaults/v/query', method: 'POST' }
      : { URI: next(), method: next() };
    return toAuditEvent({
      context: {
        changeID: next(),
        requestID: next(),
        traceID: next(),
        actor: next(),
        actorType: next(),
        accessType: next(),
        ipAddress: next(),
        authMode: next(),
        jwtID: next(),
        origin: next(),
        sessionID: next(),
      },
      request: {
        timestamp: msToTimestamp(ms),
        actionType: next(),
        apiName: next(),
        vaultID: next(),
        resourceType: next(),
        tags,
        data: { content: isQuery ? `SELECT "${quoted}" FROM "${quoted}"` : next() },
        httpInfo,
      },
      response: { code, message: next() },
      resourceIDs: tags,
    });
  });

/** Returns up to `count` hostile events as the table stores them, of which no two share a change ID. */
export function sampleHostileEvents(count: number, seed: number): readonly AuditEvent[] {
  const drawn = fc
    .sample(hostileEvent, { numRuns: count, seed })
    .map((event) => asStored(toCompactEvent(event)));
  return [...new Map(drawn.map((event) => [eventKey(event), event])).values()];
}
