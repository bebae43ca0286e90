import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { tenantPolicy, moment } from '../../platform/db/columns.ts';
import { searchIndex } from '../../platform/db/search-index.ts';
import { newId } from '../../platform/runtime/ids.ts';

/** The tree of companies: one provider, agents below it, terminals below both. */
export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    name: text().notNull(),
    /** In front of the numbers of its work orders; the database derives that of a new company from its name. */
    code: text().notNull().default(''),
    /** Codes that it had. They are not given to another company. */
    formerCodes: text().array().notNull().default([]),
    /** 0 provider, 1 terminal, 2 agent. */
    type: integer().$type<0 | 1 | 2>().notNull(),
    /** 1 to 3 for agents, else null. */
    agentLevel: integer(),
    /** 0 standard, 1 custom enterprise view. */
    feature: integer().$type<0 | 1>().notNull().default(0),
    parentId: uuid().references((): AnyPgColumn => companies.id),
    /**
     * The ids from the provider down to this company, each followed by `/`. The path of a company below starts with it.
     */
    path: text().notNull(),
    /** Read only by the version before, which has no table of logos. */
    menuImage: text(),
    /** ISO 3166 code of the country or region, such as `CN` or `DE`. */
    region: text().notNull().default(''),
    /** Town and address as free text. */
    location: text().notNull().default(''),
    contactName: text().notNull().default(''),
    contactPhone: text().notNull().default(''),
    contactEmail: text().notNull().default(''),
    /** The kind of place of its robots: mall, airport, hospital … */
    scenario: text().notNull().default(''),
    /** 1 to 5; null without a rating. */
    rating: integer(),
    /** The provider's sales and FAE of the company. The link gives them access to it. */
    salesId: uuid(),
    faeId: uuid(),
    /** While set, accounts of this company and of those below it cannot sign in. */
    frozenAt: moment(),
    version: integer().notNull().default(1),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
    updatedBy: text().notNull(),
  },
  (table) => [
    tenantPolicy('id'),
    index('companies_path').using('btree', table.path.op('text_pattern_ops')),
    index('companies_parent').on(table.parentId),
    index('companies_sales').on(table.salesId),
    index('companies_fae').on(table.faeId),
    // Unique by the lock of `free_company_code` and `checkCompanyCode`: a program of the version before inserts without a code.
    index('companies_code').on(table.code),
    index('companies_name').on(sql`lower(${table.name})`),
    searchIndex('companies_search', table.id, table.name),
    check('companies_agent_level', sql`(${table.type} = 2) = (${table.agentLevel} is not null)`),
  ],
);
