import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { companies } from '../people/company-table.ts';
import { checklists, type ChecklistRow } from './checklist-table.ts';
import type { WorkOrderRow } from './work-order-table.ts';
import type { WorkOrderWorkRow } from './work-order-work-table.ts';

/** What an order takes over from a template. */
export type OrderPoints = Pick<
  ChecklistRow,
  'name' | 'version' | 'items' | 'requiresSignature' | 'requiresPhoto'
> & {
  templateId: string;
};

/** The template, if orders of this company can use it: the company or one above owns it. */
export async function templateFor(db: Tx, id: string, companyId: string): Promise<ChecklistRow | undefined> {
  // The RLS policy lets a company read the templates above it, so `visible` is not asked here.
  const [row] = await db
    .select({ template: checklists })
    .from(checklists)
    .innerJoin(companies, eq(companies.id, companyId))
    .where(and(eq(checklists.id, id), sql`strpos(${companies.path}, ${checklists.companyId}::text) > 0`));
  return row?.template;
}

export const pointsOfTemplate = ({ id, ...template }: ChecklistRow): OrderPoints => ({
  templateId: id,
  name: template.name,
  version: template.version,
  items: template.items,
  requiresSignature: template.requiresSignature,
  requiresPhoto: template.requiresPhoto,
});

/** The points of an order: the copy in its work, or those of the template that it names while its work has not begun. */
export async function pointsOf(
  db: Tx,
  order: Pick<WorkOrderRow, 'templateId' | 'companyId'>,
  work: WorkOrderWorkRow | undefined,
): Promise<OrderPoints | null> {
  if (work) {
    const { templateId, templateName, templateVersion, items, requiresSignature, requiresPhoto } = work;
    if (templateId === null) return null;
    return {
      templateId,
      name: templateName,
      version: templateVersion,
      items,
      requiresSignature,
      requiresPhoto,
    };
  }
  if (order.templateId === null) return null;
  const template = await templateFor(db, order.templateId, order.companyId);
  return template ? pointsOfTemplate(template) : null;
}
