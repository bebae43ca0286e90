import { allCalls, isCode, allCodes, type Call } from '@sweepline/contract';
import { wrongField } from '../../../platform/calls/ctx.ts';

const everyCall: readonly Call[] = Object.values(allCalls).flatMap((group) => Object.values<Call>(group));
const codesOf = (call: Call) => [call.allow].flat().filter((code) => isCode(code));

const isOpen = ({ allow }: Call) => allow === 'everyone' || allow === 'signedIn';

/** The actions that can be explained: each permission code with the calls it opens, and the calls without a code. */
export const actionList = () => ({
  actions: allCodes.map((code) => ({
    code,
    calls: everyCall.filter((call) => codesOf(call).includes(code)).map(({ path }) => path),
  })),
  open: everyCall.filter(isOpen).map(({ path }) => path),
  superAdmin: everyCall.filter(({ allow }) => allow === 'superAdmin').map(({ path }) => path),
});

/** The permission of an action that is named by a code or by the path of a call. */
export function actionOf(text: string): Pick<Call, 'allow' | 'beforePasswordChange'> {
  if (isCode(text)) return { allow: text };
  const call = everyCall.find(({ path, method }) => path === text || `${method} ${path}` === text);
  if (!call) throw wrongField('action', 'NO_SUCH_ACTION');
  return call;
}

/** The codes of which any one opens an action. */
export const needsOf = ({ allow }: Pick<Call, 'allow'>): string[] =>
  [allow].flat().filter((code) => isCode(code));
