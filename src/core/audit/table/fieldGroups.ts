/** Groups of the fields of an event, without `time` and `content`, in display order. */
import type { FieldID } from './fields.ts';

const groups = {
  result: ['code', 'message', 'answeredAt', 'answer'],
  who: ['actor', 'actorType'],
  where: ['ipAddress', 'origin', 'accessType'],
  key: ['authMode', 'keyID', 'jwtID', 'bearerTokenContextID'],
  request: ['actionType', 'apiName', 'method', 'URI', 'resourceType', 'tags'],
  ids: [
    'requestID',
    'changeID',
    'traceID',
    'sessionID',
    'vaultID',
    'resourceIDs',
    'workspaceID',
    'accountID',
    'parentAccountID',
  ],
} as const satisfies Readonly<Record<string, readonly FieldID[]>>;

export type FieldGroupID = keyof typeof groups;

type Ungrouped = Exclude<FieldID, (typeof groups)[FieldGroupID][number] | 'time' | 'content'>;
// Every field except `time` and `content` must be in a group. The compiler names a field that is in none.
({}) satisfies { readonly [Field in Ungrouped as `the field ${Field} is in no group`]: true };

export const fieldGroups = Object.entries(groups) as readonly (readonly [FieldGroupID, readonly FieldID[]])[];
