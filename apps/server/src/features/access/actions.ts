import { allCalls, isCode, allCodes, type Call } from '@sweepline/contract';
import { wrongField } from '../../platform/calls/ctx.ts';

const everyCall: readonly Call[] = Object.values(allCalls).flatMap((group) => Object.values<Call>(group));
const codesOf = (call: Call) => [call.allow].flat().filter((one) => isCode(one));

const isOpen = ({ allow }: Call) => allow === 'everyone' || allow === 'signedIn';

/** Everything that can be asked about: each code of the tree with the calls it opens, and the calls no code guards. */
export const actionList = () => ({
  actions: allCodes.map((code) => ({
    code,
    calls: everyCall.filter((call) => codesOf(call).includes(code)).map(({ path }) => path),
  })),
  open: everyCall.filter(isOpen).map(({ path }) => path),
  superAdmin: everyCall.filter(({ allow }) => allow === 'superAdmin').map(({ path }) => path),
});

/** What an action asks for, named by a code or by the path of a call. */
export function actionOf(text: string): Pick<Call, 'allow' | 'beforePasswordChange'> {
  if (isCode(text)) return { allow: text };
  const call = everyCall.find(({ path, method }) => path === text || `${method} ${path}` === text);
  if (!call) throw wrongField('action', 'no permission code and no call');
  return call;
}

/** The codes of which any one opens an action. */
export const needsOf = ({ allow }: Pick<Call, 'allow'>): string[] =>
  [allow].flat().filter((one) => isCode(one));
