-- The provider's own accounts and roles (M400002…, M400003…) are pages behind which other companies find nothing. Copies of default
-- roles carried their codes along; what a copy took from its default role is told without them too, so that none lies behind.
UPDATE "roles" SET
  "permissions" = array(SELECT code FROM unnest("permissions") WITH ORDINALITY AS held (code, n) WHERE code !~ '^M40000[23]' ORDER BY n),
  "origin_codes" = array(SELECT code FROM unnest("origin_codes") WITH ORDINALITY AS held (code, n) WHERE code !~ '^M40000[23]' ORDER BY n),
  "version" = "version" + 1
WHERE "company_id" IN (SELECT "id" FROM "companies" WHERE "type" <> 0)
  AND (array_to_string("permissions", ' ') ~ 'M40000[23]' OR array_to_string("origin_codes", ' ') ~ 'M40000[23]');
