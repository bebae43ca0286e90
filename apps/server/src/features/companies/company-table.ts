import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { fencePolicy, moment } from '../../platform/columns.ts';
import { newId } from '../../platform/ids.ts';

/** The tree of companies: one provider, agents below it, terminals below either. */
export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    name: text().notNull(),
    /** 0 provider, 1 terminal, 2 agent. */
    type: integer().$type<0 | 1 | 2>().notNull(),
    /** 1 to 3, of agents only. */
    agentLevel: integer(),
    /** 0 standard, 1 custom enterprise view. */
    feature: integer().$type<0 | 1>().notNull().default(0),
    parentId: uuid().references((): AnyPgColumn => companies.id),
    /** Ids from the provider down to this company, each followed by `/`: whoever is below begins with it. */
    path: text().notNull(),
    menuImage: text(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    fencePolicy('id'),
    index('companies_path').using('btree', table.path.op('text_pattern_ops')),
    index('companies_parent').on(table.parentId),
    check('companies_agent_level', sql`(${table.type} = 2) = (${table.agentLevel} is not null)`),
  ],
);
