import { z } from 'zod';
import { calls, nothing, type Call } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { backupCalls } from '../installation/backups.ts';
import { accountCodes } from '../people/accounts.ts';

/** From an empty installation or company to its first report, in the order in which one step needs the other. */
export const startSteps = [
  'company',
  'site',
  'map',
  'zone',
  'robot',
  'task',
  'report',
  'people',
  'mail',
  'backup',
] as const;
export type StartStep = (typeof startSteps)[number];

/** What an account must be allowed to do, for a step to be in its list. */
export const startStepAllows: Readonly<Record<StartStep, Call['allow']>> = {
  company: [permissions.agentCreate, permissions.terminalCreate],
  site: permissions.siteCreate,
  map: permissions.mapCreate,
  zone: permissions.mapUpdate,
  robot: [permissions.deviceCreate, permissions.codeGenerate],
  task: permissions.taskCreate,
  report: permissions.taskRun,
  people: Object.values(accountCodes.create),
  mail: 'superAdmin',
  backup: backupCalls.overview.allow,
};

export const gettingStarted = z.object({
  /** The steps that the account is allowed to do, in their order. A step is done when what it asks for exists in its sight. */
  steps: z.array(z.object({ step: z.enum(startSteps), isDone: z.boolean() })),
  /** The account hid the list on its home. */
  isHidden: z.boolean(),
});
export type GettingStarted = z.infer<typeof gettingStarted>;

/** Everyone signed in may ask; the answer has only the steps that the account is allowed to do. */
const allow = 'signedIn' as const;

export const gettingStartedCalls = calls('gettingStarted', {
  detail: {
    method: 'GET',
    path: 'service/gettingStarted/detail',
    allow,
    input: z.strictObject({}),
    output: gettingStarted,
  },
  /** Hides the list on the caller's home, or shows it there again. */
  hide: {
    method: 'POST',
    path: 'service/gettingStarted/hide',
    allow,
    input: z.strictObject({ isHidden: z.boolean() }),
    output: nothing,
  },
});
