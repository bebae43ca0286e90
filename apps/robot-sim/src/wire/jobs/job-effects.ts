import {
  aiCollectParams,
  filePullParams,
  filePushParams,
  isPullPath,
  isPushPath,
  jobControlParams,
  jobResumeParams,
  logListParams,
  logPullParams,
  otaParams,
} from '@sweepline/contract/robot';
import type { z } from 'zod';
import type { CommandContext, Effects } from '../commands/command-context.ts';
import { failed, rejected, succeeded, type Effect, type Ending } from '../commands/commands.ts';
import { logList } from '../logs/log-list.ts';
import type { TransferOrder } from '../transfers/transfer-record.ts';
import type { RobotJobs } from './jobs-of.ts';

/** An effect with parameters of this form; others are refused. */
const withParams =
  <S extends z.ZodType>(schema: S, act: (params: z.output<S>) => Ending): Effect =>
  ({ params }) => {
    const parsed = schema.safeParse(params);
    if (parsed.success) return act(parsed.data);
    return rejected('BAD_PARAMS', parsed.error.issues[0]?.path.join('.') ?? '');
  };

const forbidden = (path: string) => failed('FORBIDDEN_PATH', path);

/** What a person does with a running job. */
function control({ ota, transfers, collections }: RobotJobs): Effects {
  const done = (worked: boolean) => (worked ? succeeded() : failed('MODE_FORBIDS', 'not in this phase'));
  const none = failed('NO_FILES', 'no such job');
  return {
    'job.pause': withParams(jobControlParams, ({ jobId }) => {
      if (ota.has(jobId)) return done(ota.pause());
      if (collections.has(jobId)) return done(collections.pause(jobId));
      return transfers.has(jobId) ? done(transfers.pause(jobId)) : none;
    }),
    'job.resume': withParams(jobResumeParams, ({ jobId, allowMobileData }) => {
      if (ota.has(jobId)) return done(ota.resume(allowMobileData));
      if (collections.has(jobId)) return done(collections.resume(jobId, allowMobileData));
      return transfers.has(jobId) ? done(transfers.resume(jobId, allowMobileData)) : none;
    }),
    'job.cancel': withParams(jobControlParams, ({ jobId }) => {
      if (ota.has(jobId)) return done(ota.cancel());
      if (collections.has(jobId)) return done(collections.cancel(jobId));
      return transfers.has(jobId) ? done(transfers.cancel(jobId)) : none;
    }),
  };
}

/** Updates, logs and files (docs/protocol/files.md#jobs). */
export const jobEffects = ({ jobs }: CommandContext): Effects => {
  const store = (order: TransferOrder) => {
    jobs.transfers.add(order);
    return succeeded();
  };
  return {
    ...control(jobs),
    'job.ota': withParams(otaParams, (params) => {
      const refusal = jobs.ota.add(params);
      return refusal ? failed(refusal, 'another update is open') : succeeded();
    }),
    'job.aiCollect': withParams(aiCollectParams, (params) => jobs.collections.add(params)),
    'log.list': withParams(logListParams, (params) =>
      isPullPath(params.dir) ? succeeded(logList(jobs.log, params)) : forbidden(params.dir),
    ),
    'job.logPull': withParams(logPullParams, (params) => {
      const outside = params.paths?.find((path) => !isPullPath(path));
      return outside === undefined ? store({ kind: 'LOG_PULL', params }) : forbidden(outside);
    }),
    'job.filePull': withParams(filePullParams, (params) =>
      isPullPath(params.path) ? store({ kind: 'FILE_PULL', params }) : forbidden(params.path),
    ),
    'job.filePush': withParams(filePushParams, (params) =>
      isPushPath(params.targetPath) ? store({ kind: 'FILE_PUSH', params }) : forbidden(params.targetPath),
    ),
  };
};
