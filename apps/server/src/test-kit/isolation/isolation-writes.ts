import { allCalls, errors, onlyReads, type Call } from '@sweepline/contract';
import { fieldsOf, nowhere } from '../sample.ts';
import { standings, type Principal, type Standing } from '../tree.ts';
import type { Feature } from '../record-makers.ts';
import { ask, guarded, seenBy, type Asked, type Finding, type Records } from './isolation.ts';
import { filesOf, inputOf } from './isolation-inputs.ts';

/** The feature of the record that a field names; `ids` name records of the call's own feature. */
const referenced: Readonly<Record<string, Feature>> = {
  deviceId: 'devices',
  deviceIds: 'devices',
  targetIds: 'devices',
  mapId: 'maps',
  taskId: 'tasks',
  siteId: 'sites',
  siteIds: 'sites',
  companyId: 'companies',
  onlyCompanyId: 'companies',
  parentId: 'companies',
  roleId: 'roles',
  salesId: 'accounts',
  faeId: 'accounts',
  ownerId: 'accounts',
  noticeToId: 'accounts',
  accountIds: 'accounts',
  groupIds: 'deviceGroups',
  reportId: 'taskReports',
  orderId: 'workOrders',
  alarmId: 'alarms',
  policyId: 'escalation',
  templateId: 'checklists',
  categoryId: 'articleCategories',
  appId: 'apps',
  fileId: 'managedFiles',
  viewId: 'videoViews',
  sessionId: 'driveSessions',
  announcementId: 'announcements',
};

/** Calls that end the session which the walk needs. */
const endings = new Set<Call>([
  allCalls.auth.logout,
  allCalls.access.endView,
  allCalls.ownAgreements.decline,
]);

const isWalked = (call: Call) =>
  !onlyReads(call) &&
  !endings.has(call) &&
  !fieldsOf(call).some((field) => field === 'id' || field === 'hash');

/** Calls that write without the id of a record: they create one, act on what other fields name, or on the caller's own. */
const writesWithoutId = guarded.filter(({ call }) => isWalked(call));

interface Reference {
  field: string;
  /** The feature of the record. */
  of: Feature;
  /** The input with this record in the field. */
  with: (input: Record<string, unknown>, recordId: string) => Record<string, unknown>;
  records: Record<Standing | 'deleted', string>;
}

/** The fields of a call that name records, with one record of each company. */
function referencesOf(feature: Feature, call: Call, records: Records): Reference[] {
  return fieldsOf(call).flatMap((field): Reference[] => {
    const own = field === 'ids' ? feature : field === 'alarms' ? 'alarms' : referenced[field];
    const recordIds = own && records[own];
    if (!recordIds) return [];
    const value = (id: string) =>
      field === 'alarms' ? [{ id, version: 1 }] : field.endsWith('s') ? [id] : id;
    return [
      {
        field,
        of: own,
        records: recordIds,
        with: (input, recordId) => ({ ...input, [field]: value(recordId) }),
      },
    ];
  });
}

/** An account that walks, and the company whose records it names where it writes. */
interface Writer {
  who: string;
  principal: Principal;
  home: Standing;
}

/**
 * Walks the calls that write without an id. A record of a hidden company in any of their fields is answered like a missing one, and no
 * answer has the canary of a hidden company. Each call is sent with records of the account's own company too, so that it writes.
 */
export async function walkWrites(server: Asked, writer: Writer, records: Records): Promise<Finding[]> {
  const { who, principal, home } = writer;
  const findings: Finding[] = [];
  for (const { feature, name, call } of writesWithoutId) {
    const note = (record: Finding['record'], what: string) =>
      findings.push({ call: name, who, record, what });
    const answerTo = async (record: Finding['record'], input: Record<string, unknown>) => {
      const files = filesOf[name];
      const answer = await ask(server, { who: principal, sees: principal.sees }, { call, files }, input);
      if (answer.code === errors.signedOut.code) note(record, 'is not answered: the session has ended');
      for (const standing of answer.leaked) note(record, `shows the canary of ${standing}`);
      return answer;
    };
    const references = referencesOf(feature, call, records);
    const sample = inputOf(name, call);
    const own = references
      .filter(({ field }) => field in sample)
      .reduce((input, reference) => reference.with(input, reference.records[home]), sample);
    for (const reference of principal.through ? [] : references) {
      const missing = await answerTo('missing', reference.with(own, nowhere));
      if (missing.code === errors.forbidden.code) break;
      const sees = seenBy(principal, reference.of);
      for (const record of standings.filter((standing) => !sees.has(standing))) {
        const id = reference.records[record];
        const { text } = await answerTo(record, reference.with(own, id));
        // An answer for a list names the records that were sent.
        if (text.replaceAll(id, nowhere) !== missing.text)
          note(record, `in ${reference.field} answers ${text.slice(0, 90)}`);
      }
    }
    // The last one, because it writes.
    const { code } = await answerTo('any', own);
    if (principal.through && code !== errors.viewOnly.code)
      note('any', `is answered ${code} although an impersonating account may not call it`);
  }
  return findings;
}
