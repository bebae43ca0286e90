import { sql } from 'drizzle-orm';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { removeImages } from '../images/image-removal-service.ts';

/** Deletes the pictures that are older than their project keeps them. */
export const aiRetentionJob = (db: Db, now: Clock): Job => ({
  name: 'aiImages.clean',
  everySeconds: 3_600,
  run: async () => {
    const at = now().toISOString();
    const isOld = sql`${aiImages.takenAt} < (select ${at}::timestamptz - make_interval(days => ${aiProjects.retentionDays})
      from ${aiProjects} where ${aiProjects.id} = ${aiImages.projectId})`;
    await inScope(db, '*', (tx) => removeImages(tx, isOld));
  },
});
