DROP INDEX "devices_usable_until";--> statement-breakpoint
DROP INDEX "devices_company_nickname";--> statement-breakpoint
DROP INDEX "devices_nickname";--> statement-breakpoint
DROP INDEX "devices_company_in_use";--> statement-breakpoint
DROP INDEX "devices_in_use";--> statement-breakpoint
DROP INDEX "accounts_signed_in";--> statement-breakpoint
CREATE INDEX "device_live_rank" ON "device_live" USING btree ((case "state" when 'ONLINE' then 0 when 'SLEEP' then 1 when 'OFFLINE' then 2 end),"id");--> statement-breakpoint
CREATE INDEX "device_live_soc" ON "device_live" USING btree ("soc","id","company_id");--> statement-breakpoint
CREATE INDEX "device_live_alarm" ON "device_live" USING btree ("company_id","alarm_level");--> statement-breakpoint
CREATE INDEX "devices_sn_order" ON "devices" USING btree ("sn","id","company_id") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_activated" ON "devices" USING btree ("activated_at","id","company_id") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_usable" ON "devices" USING btree ("usable_until","id") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_use_ends" ON "devices" USING btree ("usable_until") WHERE "devices"."usable_until" is not null and ("devices"."freeze_cause" is distinct from 'EXPIRED');--> statement-breakpoint
CREATE INDEX "devices_expired" ON "devices" USING btree ("usable_until") WHERE ("devices"."freeze_cause" = 'EXPIRED');--> statement-breakpoint
CREATE INDEX "devices_search_rest" ON "devices" USING btree ("company_id") WHERE ("devices"."nickname" ~ '[\u0300-\u036f\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff\uff61-\uffdc]' or length("devices"."nickname") > 40);--> statement-breakpoint
CREATE INDEX "devices_company_nickname" ON "devices" USING btree ("company_id","nickname","id") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_nickname" ON "devices" USING btree ("nickname","id") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_company_in_use" ON "devices" USING btree ("company_id",("binding" = 'NOT_ACTIVATED'),"nickname","id","binding") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "devices_in_use" ON "devices" USING btree (("binding" = 'NOT_ACTIVATED'),"nickname","id","binding") WHERE ("devices"."binding" <> 'VOID');--> statement-breakpoint
CREATE INDEX "accounts_signed_in" ON "accounts" USING btree ("last_sign_in_at","id");--> statement-breakpoint
-- The ids of the devices whose terms answer a question, and of those whose terms cannot tell, or of those with a tag, for a list that compares them again. Row-level
-- security hides the index from operators that are not leakproof, so this function runs as the owner, applies the same tenant scope itself, and
-- returns ids only: the caller reads the rows under row-level security. The plan is made once: the index of terms fits every question.
CREATE FUNCTION search_device_ids(question tsquery, tag text, at_most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  scope text := nullif(current_setting('sweepline.companies', true), '');
  company_ids uuid[] := CASE WHEN scope <> '*' THEN string_to_array(scope, ',')::uuid[] END;
  asked tsquery := question;
BEGIN
  IF scope IS NULL THEN RETURN '{}'; END IF;
  IF question IS NULL THEN
    RETURN array(SELECT id FROM devices WHERE tags @> ARRAY[tag]
      AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most);
  END IF;
  IF cardinality(company_ids) <= 16 THEN
    asked := (SELECT string_agg(quote_literal('@' || each), ' | ') FROM unnest(company_ids) AS each)::tsquery && question;
  END IF;
  RETURN array(
    (SELECT id FROM devices WHERE search_terms(company_id, nickname, sn) @@ asked
      AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most)
    UNION ALL
    (SELECT id FROM devices WHERE (nickname ~ '[\u0300-\u036f\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff\uff61-\uffdc]' OR length(nickname) > 40)
      AND (company_ids IS NULL OR company_id = ANY(company_ids)) LIMIT at_most));
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION search_device_ids FROM PUBLIC;
