CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"username" text NOT NULL,
	"nickname" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"staff_kind" text DEFAULT 'MEMBER' NOT NULL,
	"role_type" integer NOT NULL,
	"role_id" uuid,
	"password_hash" text NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"initial_password_until" timestamp(3) with time zone,
	"password_changed_at" timestamp(3) with time zone,
	"disabled" boolean DEFAULT false NOT NULL,
	"last_sign_in_at" timestamp(3) with time zone,
	"profile" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower("username")) STORED NOT NULL,
	"searched" text GENERATED ALWAYS AS (lower("username" || chr(10) || "nickname" || chr(10) || "email" || chr(10) || "phone")) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activation_code_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"code_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"to_company_id" uuid,
	"sn" text,
	"fault" text
);
--> statement-breakpoint
ALTER TABLE "activation_code_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activation_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"code_secret" text NOT NULL,
	"tail" text NOT NULL,
	"state" text DEFAULT 'UNUSED' NOT NULL,
	"failed_by" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"model" text NOT NULL,
	"usage_type" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"batch_name" text NOT NULL,
	"linked_at" timestamp(3) with time zone,
	"use_days" integer,
	"use_until" timestamp(3) with time zone,
	"valid_until" timestamp(3) with time zone,
	"notice_to_id" uuid,
	"used_at" timestamp(3) with time zone,
	"sn" text,
	"hardware_id" text,
	"device_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "activation_codes_use" CHECK ("activation_codes"."use_days" is null or "activation_codes"."use_until" is null)
);
--> statement-breakpoint
ALTER TABLE "activation_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alarms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"source" text NOT NULL,
	"identity" text NOT NULL,
	"code" text NOT NULL,
	"level" integer NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"run_id" uuid,
	"refs" jsonb NOT NULL,
	"raised_at" timestamp(3) with time zone NOT NULL,
	"arrived_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"cleared_at" timestamp(3) with time zone,
	"count" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announcement_reads" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcement_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"lang_descriptions" jsonb NOT NULL,
	"published_at" timestamp(3) with time zone,
	"version" integer NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assist_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"helper" text NOT NULL,
	"note" text NOT NULL,
	"dismissed" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "assist_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_because" text,
	"address" text NOT NULL,
	"agent" text DEFAULT '' NOT NULL,
	"viewed_id" uuid
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "known_places" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "login_confirms" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"device_hash" text
);
--> statement-breakpoint
ALTER TABLE "login_confirms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "login_rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "login_rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"address" text NOT NULL,
	"agent" text NOT NULL,
	"merge_key" text
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "holidays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"date" date NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "holidays" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schedule_starts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"plan_date" date NOT NULL,
	"moved" boolean NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"latest_at" timestamp(3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"tried_at" timestamp(3) with time zone,
	CONSTRAINT "schedule_starts_once" UNIQUE("schedule_id","due_at")
);
--> statement-breakpoint
ALTER TABLE "schedule_starts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"time" text NOT NULL,
	"weekdays" integer[] NOT NULL,
	"rrule" text NOT NULL,
	"timezone" text NOT NULL,
	"minutes" integer NOT NULL,
	"missed" text NOT NULL,
	"start_latest_min" integer NOT NULL,
	"on_holidays" text NOT NULL,
	"exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"looked_until" timestamp(3) with time zone NOT NULL,
	"next_due_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chat_link_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_link_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chat_users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"app" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"linked_at" timestamp(3) with time zone NOT NULL,
	"unlinked_at" timestamp(3) with time zone,
	"unlinked_by" text
);
--> statement-breakpoint
ALTER TABLE "chat_users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"agent_level" integer,
	"feature" integer DEFAULT 0 NOT NULL,
	"parent_id" uuid,
	"path" text NOT NULL,
	"menu_image" text,
	"region" text DEFAULT '' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"contact_name" text DEFAULT '' NOT NULL,
	"contact_phone" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"scenario" text DEFAULT '' NOT NULL,
	"rating" integer,
	"sales_id" uuid,
	"fae_id" uuid,
	"frozen_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "companies_agent_level" CHECK (("companies"."type" = 2) = ("companies"."agent_level" is not null))
);
--> statement-breakpoint
ALTER TABLE "companies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"device_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"topic" text NOT NULL,
	"sn" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"bytes" integer NOT NULL,
	"head" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dead_letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_unbindings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"nickname" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"without_robot" boolean NOT NULL,
	"cleared" jsonb NOT NULL,
	"kept" jsonb NOT NULL,
	"robot_cleared" jsonb
);
--> statement-breakpoint
ALTER TABLE "device_unbindings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_relocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"state" text NOT NULL,
	"map_id" text NOT NULL,
	"entered_at" timestamp(3) with time zone NOT NULL,
	"entered_by" text NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	"exited_at" timestamp(3) with time zone,
	"exit_reason" text,
	CONSTRAINT "device_relocations_device" UNIQUE("device_id")
);
--> statement-breakpoint
ALTER TABLE "device_relocations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "control_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"valid_until" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_grants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "control_passwords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid,
	"password_hash" text NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "control_passwords" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "drive_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"account_name" text NOT NULL,
	"by_right" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"ended_as" text,
	"ended_by" text DEFAULT '' NOT NULL,
	"distance_m" real DEFAULT 0 NOT NULL,
	"max_mps" real DEFAULT 0 NOT NULL,
	"latency_ms" real,
	"map_id" text,
	"path" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "drive_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"hash" text NOT NULL,
	"document" jsonb NOT NULL,
	"state" text NOT NULL,
	"code" text NOT NULL,
	"syncing_since" timestamp(3) with time zone,
	"origin" text,
	"changed_at" timestamp(3) with time zone,
	"changed_by" text NOT NULL,
	"reported_version" integer,
	"reported_hash" text NOT NULL,
	"reported_status" text NOT NULL,
	"reported_at" timestamp(3) with time zone,
	"reported_document" jsonb,
	"told" boolean NOT NULL,
	CONSTRAINT "device_sections_name" UNIQUE("device_id","name")
);
--> statement-breakpoint
ALTER TABLE "device_sections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "section_conflicts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"name" text NOT NULL,
	"base_version" integer NOT NULL,
	"document" jsonb NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"kept" text,
	CONSTRAINT "section_conflicts_copy" UNIQUE("device_id","name","base_version","hash")
);
--> statement-breakpoint
ALTER TABLE "section_conflicts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "setting_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"section" text DEFAULT 'settings' NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"origin" text NOT NULL,
	"applied_at" timestamp(3) with time zone,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "setting_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"rights" text[] NOT NULL,
	"term" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"ends_at" timestamp(3) with time zone,
	"given_by" text NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
ALTER TABLE "device_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_custody" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"company_name" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	"until" timestamp(3) with time zone,
	"act" text NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_custody" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_resales" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"model" text NOT NULL,
	"nickname" text NOT NULL,
	"company_name" text NOT NULL,
	"from_company_id" uuid NOT NULL,
	"from_company_name" text NOT NULL,
	"status" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"offered_at" timestamp(3) with time zone NOT NULL,
	"offered_by" text NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_resales" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"part" text NOT NULL,
	"before" text,
	"after" text,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "warranty_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"months" integer,
	"from_day" timestamp(3) with time zone,
	"until_day" timestamp(3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "warranty_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "commands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"type" text NOT NULL,
	"lane" text NOT NULL,
	"lane_seq" bigint NOT NULL,
	"class" text NOT NULL,
	"params" jsonb NOT NULL,
	"status" text NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"result" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"ttl_ms" bigint NOT NULL,
	"timeout_ms" bigint NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"by" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"canceled_by" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"last_sent_at" timestamp(3) with time zone,
	"replied_at" timestamp(3) with time zone,
	"accepted_at" timestamp(3) with time zone,
	"running_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "commands_lane" UNIQUE("device_id","lane","lane_seq")
);
--> statement-breakpoint
ALTER TABLE "commands" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"document" jsonb NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "device_documents_kind" UNIQUE("device_id","kind")
);
--> statement-breakpoint
ALTER TABLE "device_documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"command_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"pct" real,
	"bytes_done" bigint,
	"bytes_total" bigint,
	"rate_bps" real,
	"code" text DEFAULT '' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"told_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"online_s" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "device_jobs_job" UNIQUE("device_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "device_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_live" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"state" text NOT NULL,
	"since" timestamp(3) with time zone,
	"last_seen_at" timestamp(3) with time zone,
	"mode" text,
	"paused" boolean DEFAULT false NOT NULL,
	"soc" real,
	"charging" boolean DEFAULT false NOT NULL,
	"map_id" text,
	"x" double precision,
	"y" double precision,
	"theta" double precision,
	"clean_water_pct" real,
	"dirty_water_pct" real,
	"dust_bag_pct" real,
	"network_mode" text,
	"cleaning_mode" text,
	"coverage" real,
	"run_id" uuid,
	"alarm_level" integer DEFAULT 0 NOT NULL,
	"software_version" text,
	"live" jsonb NOT NULL,
	"session" bigint NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_live" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"sn" text NOT NULL,
	"manufacturer" text NOT NULL,
	"interface_name" text NOT NULL,
	"protocol" text NOT NULL,
	"first_seen_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"ignored_at" timestamp(3) with time zone,
	"ignored_by" text
);
--> statement-breakpoint
ALTER TABLE "device_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"manufacturer" text NOT NULL,
	"model" text NOT NULL,
	"protocol" text NOT NULL,
	"nickname" text NOT NULL,
	"site_id" uuid,
	"group_id" uuid,
	"binding" text NOT NULL,
	"binding_by" text DEFAULT '' NOT NULL,
	"binding_at" timestamp(3) with time zone,
	"binding_command_id" uuid,
	"freeze_cause" text,
	"freeze_reason" text DEFAULT '' NOT NULL,
	"freeze_company_id" uuid,
	"activated_at" timestamp(3) with time zone,
	"usable_until" timestamp(3) with time zone,
	"inventory" text DEFAULT 'IN_STOCK' NOT NULL,
	"inventory_at" timestamp(3) with time zone,
	"use_status" text DEFAULT 'NEW' NOT NULL,
	"usage_type" text DEFAULT 'PURCHASE' NOT NULL,
	"warranty_from" timestamp(3) with time zone,
	"warranty_until" timestamp(3) with time zone,
	"warranty_extended_until" timestamp(3) with time zone,
	"iccid" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"map_rotation" integer DEFAULT 0 NOT NULL,
	"software_version" text,
	"hardware_version" text,
	"secret_hash" text NOT NULL,
	"former_secret_hash" text,
	"previous_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_accounts" (
	"group_id" uuid NOT NULL,
	"company_id" uuid,
	"username" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "error_accounts_group_id_username_pk" PRIMARY KEY("group_id","username")
);
--> statement-breakpoint
ALTER TABLE "error_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_days" (
	"group_id" uuid NOT NULL,
	"company_id" uuid,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "error_days_group_id_day_pk" PRIMARY KEY("group_id","day")
);
--> statement-breakpoint
ALTER TABLE "error_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"fingerprint" text NOT NULL,
	"level" text NOT NULL,
	"desc" text NOT NULL,
	"frame" text NOT NULL,
	"product" text NOT NULL,
	"version" text NOT NULL,
	"count" integer NOT NULL,
	"first_at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"state_by" text DEFAULT '' NOT NULL,
	"state_at" timestamp(3) with time zone,
	CONSTRAINT "error_groups_one" UNIQUE NULLS NOT DISTINCT("company_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "error_groups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "error_occurrences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"group_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"time" text NOT NULL,
	"account_id" uuid,
	"username" text NOT NULL,
	"level" text NOT NULL,
	"desc" text NOT NULL,
	"page_url" text NOT NULL,
	"platform" text NOT NULL,
	"osver" text NOT NULL,
	"device_model" text NOT NULL,
	"browser_name" text NOT NULL,
	"lang" text NOT NULL,
	"product" text NOT NULL,
	"version" text NOT NULL,
	"extras" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "error_occurrences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitation_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "invitation_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role_id" uuid,
	"role_type" integer NOT NULL,
	"invited_by_id" uuid,
	"invited_by" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"accepted_at" timestamp(3) with time zone,
	"account_id" uuid,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"recipient" text NOT NULL,
	"lang" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"taken_at" timestamp(3) with time zone,
	"sent_at" timestamp(3) with time zone,
	"refusal" text
);
--> statement-breakpoint
ALTER TABLE "letters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_maps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"status" text NOT NULL,
	"version" integer,
	"wanted" integer,
	"reason" text DEFAULT '' NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"hash" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"missing" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "device_maps_pair" UNIQUE("device_id","map_id")
);
--> statement-breakpoint
ALTER TABLE "device_maps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"base_version" integer NOT NULL,
	"version" integer NOT NULL,
	"grid_file_id" uuid,
	"elements" jsonb NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "map_drafts_mapId_unique" UNIQUE("map_id")
);
--> statement-breakpoint
ALTER TABLE "map_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "map_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"parent_version" integer,
	"origin" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"device_id" uuid,
	"grid_file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"resolution" double precision NOT NULL,
	"origin_x" double precision NOT NULL,
	"origin_y" double precision NOT NULL,
	"free_m2" double precision NOT NULL,
	"elements" jsonb NOT NULL,
	"bundle_file_id" uuid,
	"conflict_with" integer,
	"settled_at" timestamp(3) with time zone,
	"settled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	CONSTRAINT "map_versions_version" UNIQUE("map_id","version")
);
--> statement-breakpoint
ALTER TABLE "map_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "maps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"site_id" uuid,
	"floor_id" uuid,
	"origin" text NOT NULL,
	"grid_file_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"resolution" double precision NOT NULL,
	"origin_x" double precision NOT NULL,
	"origin_y" double precision NOT NULL,
	"free_m2" double precision NOT NULL,
	"elements" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"mode" text DEFAULT 'IMPORTED' NOT NULL,
	"plan_pairs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "maps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "network_card_days" (
	"company_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "network_card_days_card_id_day_kind_pk" PRIMARY KEY("card_id","day","kind")
);
--> statement-breakpoint
ALTER TABLE "network_card_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "network_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"iccid" text NOT NULL,
	"operator" text DEFAULT '' NOT NULL,
	"package_type" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'AVAILABLE' NOT NULL,
	"suspended_because" text DEFAULT '' NOT NULL,
	"activated_at" timestamp(3) with time zone,
	"expires_at" timestamp(3) with time zone,
	"monthly_bytes" bigint,
	"used_bytes" bigint,
	"told_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone,
	"remark" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_cards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_marks" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"up_to" timestamp(3) with time zone NOT NULL,
	"up_to_before" timestamp(3) with time zone,
	CONSTRAINT "notice_marks_account_id_kind_pk" PRIMARY KEY("account_id","kind")
);
--> statement-breakpoint
ALTER TABLE "notice_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notice_reads" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"came_at" timestamp(3) with time zone NOT NULL,
	"by_mark" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notice_reads_account_id_notice_id_pk" PRIMARY KEY("account_id","notice_id")
);
--> statement-breakpoint
ALTER TABLE "notice_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account_id" uuid,
	"device_id" uuid,
	"about_kind" text,
	"about_id" uuid,
	"template" text,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"html" jsonb,
	"occasion" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "notices_words" CHECK (("notices"."template" is null) <> ("notices"."html" is null))
);
--> statement-breakpoint
ALTER TABLE "notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone,
	"revoked_by" text,
	"opened" integer DEFAULT 0 NOT NULL,
	"last_opened_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "report_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"reader_id" uuid,
	"address" text NOT NULL,
	"lang" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"occasion" text NOT NULL,
	"by_hand" boolean NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "report_deliveries_once" UNIQUE NULLS NOT DISTINCT("subscription_id","reader_id","occasion")
);
--> statement-breakpoint
ALTER TABLE "report_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"account_id" uuid NOT NULL,
	"every" text NOT NULL,
	"weekday" integer NOT NULL,
	"month_day" integer NOT NULL,
	"clock" text NOT NULL,
	"timezone" text NOT NULL,
	"lang" text NOT NULL,
	"area" text NOT NULL,
	"volume" text NOT NULL,
	"only_company_id" uuid,
	"site_id" uuid,
	"device_ids" uuid[] NOT NULL,
	"enabled" boolean NOT NULL,
	"next_at" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscription_readers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"account_id" uuid,
	"address" text NOT NULL,
	"unsubscribed_at" timestamp(3) with time zone,
	CONSTRAINT "subscription_readers_one" UNIQUE NULLS NOT DISTINCT("subscription_id","account_id","address")
);
--> statement-breakpoint
ALTER TABLE "subscription_readers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "roles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"permissions" text[] NOT NULL,
	"default_for" integer[] DEFAULT '{}' NOT NULL,
	"origin_id" uuid,
	"origin_codes" text[] DEFAULT '{}' NOT NULL,
	"maker_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "roles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "profile_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"profile_id" uuid,
	"profile_name" text NOT NULL,
	"profile_version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"applied_at" timestamp(3) with time zone NOT NULL,
	"applied_by" text NOT NULL,
	CONSTRAINT "profile_uses_deviceId_unique" UNIQUE("device_id")
);
--> statement-breakpoint
ALTER TABLE "profile_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rollout_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"rollout_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"result" text NOT NULL,
	"version" integer,
	"faults" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "rollout_devices_device" UNIQUE("rollout_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "rollout_devices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"model" text NOT NULL,
	"values" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings_profiles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings_rollouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"source_id" uuid,
	"profile_id" uuid,
	"profile_version" integer,
	"source_name" text NOT NULL,
	"model" text NOT NULL,
	"values" jsonb NOT NULL,
	"due_at" timestamp(3) with time zone,
	"started_at" timestamp(3) with time zone,
	"canceled_by" text,
	"created_at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid NOT NULL,
	"by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "settings_rollouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "floors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"plan_file_id" uuid,
	"plan_width" integer,
	"plan_height" integer
);
--> statement-breakpoint
ALTER TABLE "floors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"timezone" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"device_id" uuid NOT NULL,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"reports" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"partial" integer NOT NULL,
	"failed" integer NOT NULL,
	"left_out" integer NOT NULL,
	"cleaned_cm2" bigint NOT NULL,
	"cleaned_known" integer NOT NULL,
	"covered_cm2" bigint NOT NULL,
	"planned_cm2" bigint NOT NULL,
	"coverage_known" integer NOT NULL,
	"worked_ms" bigint NOT NULL,
	"worked_known" integer NOT NULL,
	"rated_cm2" bigint NOT NULL,
	"cleaning_ms" bigint NOT NULL,
	"cleaning_known" integer NOT NULL,
	"distance_mm" bigint NOT NULL,
	"distance_known" integer NOT NULL,
	"water_ml" bigint NOT NULL,
	"water_known" integer NOT NULL,
	"energy_mwh" bigint NOT NULL,
	"energy_known" integer NOT NULL,
	CONSTRAINT "device_days_key" UNIQUE NULLS NOT DISTINCT("device_id","day","company_id","site_id","mode")
);
--> statement-breakpoint
ALTER TABLE "device_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"site_id" uuid,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"counts" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_days" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"site_id" uuid,
	"day" date NOT NULL,
	"mode" text NOT NULL,
	"shard" smallint NOT NULL,
	"reports" integer NOT NULL,
	"succeeded" integer NOT NULL,
	"partial" integer NOT NULL,
	"failed" integer NOT NULL,
	"left_out" integer NOT NULL,
	"cleaned_cm2" bigint NOT NULL,
	"cleaned_known" integer NOT NULL,
	"covered_cm2" bigint NOT NULL,
	"planned_cm2" bigint NOT NULL,
	"coverage_known" integer NOT NULL,
	"worked_ms" bigint NOT NULL,
	"worked_known" integer NOT NULL,
	"rated_cm2" bigint NOT NULL,
	"cleaning_ms" bigint NOT NULL,
	"cleaning_known" integer NOT NULL,
	"distance_mm" bigint NOT NULL,
	"distance_known" integer NOT NULL,
	"water_ml" bigint NOT NULL,
	"water_known" integer NOT NULL,
	"energy_mwh" bigint NOT NULL,
	"energy_known" integer NOT NULL,
	CONSTRAINT "site_days_key" UNIQUE NULLS NOT DISTINCT("company_id","day","site_id","mode","shard")
);
--> statement-breakpoint
ALTER TABLE "site_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_prints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"companies" uuid[],
	"filters" jsonb NOT NULL,
	"mark" text NOT NULL,
	"timezone" text NOT NULL,
	"reports" integer NOT NULL,
	"made_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "report_prints_one" UNIQUE("sha256","company_id","mark")
);
--> statement-breakpoint
ALTER TABLE "report_prints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"task_id" uuid,
	"map_id" text,
	"result" text NOT NULL,
	"code" text NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"planned_m2" real,
	"cleaned_m2" real,
	"uncleaned_m2" real,
	"coverage" real,
	"seconds" real,
	"cleaning_seconds" real,
	"distance_m" real,
	"water_l" real,
	"dirty_water_l" real,
	"energy_wh" real,
	"soc_start" real,
	"soc_end" real,
	"charges" integer,
	"replenishes" integer,
	"mop_washes" integer,
	"areas" jsonb NOT NULL,
	"phases" jsonb NOT NULL,
	"pauses" jsonb NOT NULL,
	"alarm_ids" jsonb NOT NULL,
	"missed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"consumables" jsonb NOT NULL,
	"trajectory_file_id" text,
	"coverage_files" jsonb NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	"told_started_at" text,
	"told_ended_at" text,
	"flags" text[] GENERATED ALWAYS AS (array_remove(array[
  case when cleaned_m2 > planned_m2 + 0.01 then 'CLEANED_OVER_PLANNED' end,
  case when least(planned_m2, cleaned_m2, seconds, cleaning_seconds, distance_m, water_l, dirty_water_l, energy_wh) < 0 then 'NEGATIVE' end,
  case when ended_at < started_at then 'ENDS_BEFORE_START' end,
  case when told_started_at is not null or told_ended_at is not null
    or least(started_at, ended_at) < timestamptz '2000-01-01 00:00:00+00'
    or greatest(started_at, ended_at) - received_at > interval '1 day' then 'CLOCK' end
], null)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "run_paths" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"points" jsonb NOT NULL,
	CONSTRAINT "run_paths_seq" UNIQUE("run_id","seq")
);
--> statement-breakpoint
ALTER TABLE "run_paths" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"task_id" uuid,
	"device_id" uuid NOT NULL,
	"map_id" text,
	"map_version" integer,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"phase" text DEFAULT '' NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"previous_id" uuid,
	"skipped" text[] DEFAULT '{}' NOT NULL,
	"toured" jsonb,
	"area_index" integer DEFAULT 0 NOT NULL,
	"area_count" integer DEFAULT 0 NOT NULL,
	"planned_m2" real,
	"cleaned_m2" real,
	"coverage" real,
	"eta_s" real,
	"plan" jsonb NOT NULL,
	"phases" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"started_at" timestamp(3) with time zone,
	"ended_at" timestamp(3) with time zone,
	"paused_at" timestamp(3) with time zone,
	"stale" boolean DEFAULT false NOT NULL,
	"report_missing" boolean DEFAULT false NOT NULL,
	"task_seq" bigint DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_ids" text[] NOT NULL,
	"cleaning_mode" text NOT NULL,
	"strength" text NOT NULL,
	"repetitions" integer NOT NULL,
	"strategy" text NOT NULL,
	"pattern" text NOT NULL,
	"finish" text NOT NULL,
	"zone_wishes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"device_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_ids" text[] NOT NULL,
	"cleaning_mode" text NOT NULL,
	"strength" text NOT NULL,
	"repetitions" integer NOT NULL,
	"strategy" text NOT NULL,
	"pattern" text NOT NULL,
	"finish" text NOT NULL,
	"zone_wishes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"planned_m2" double precision NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_cleanings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"report_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_id" text NOT NULL,
	"device_id" uuid NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone NOT NULL,
	"floor_m2" double precision NOT NULL,
	"cleaned_m2" double precision NOT NULL,
	"coverage" real NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "zone_cleanings_run" UNIQUE("report_id","map_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "zone_cleanings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_targets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"map_id" uuid NOT NULL,
	"zone_id" text NOT NULL,
	"every_hours" integer,
	"source" text NOT NULL,
	"least_coverage" real NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "zone_targets_zone" UNIQUE("map_id","zone_id")
);
--> statement-breakpoint
ALTER TABLE "zone_targets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "zone_work" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "zone_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_anchors" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_pending_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content_hash" text NOT NULL,
	"hash" text NOT NULL,
	"sealed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_changes_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"company_id" uuid,
	"request_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid,
	"table_name" text NOT NULL,
	"record_id" text NOT NULL,
	"record_name" text NOT NULL,
	"operation" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
ALTER TABLE "audit_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	"account_id" uuid,
	"account_name" text NOT NULL,
	"account_role" text,
	"call" text NOT NULL,
	"action" text,
	"record_id" text,
	"record_name" text,
	"record_company_id" uuid,
	"code" integer NOT NULL,
	"reason" text,
	"address" text NOT NULL,
	"request_id" text NOT NULL,
	"duration_ms" integer
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" "bytea",
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_hash_pk" PRIMARY KEY("account_id","key_hash")
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "background_jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"every_seconds" integer NOT NULL,
	"last_started_at" timestamp(3) with time zone,
	"last_ended_at" timestamp(3) with time zone,
	"last_duration_ms" integer,
	"last_failed_at" timestamp(3) with time zone,
	"last_failure" text,
	"failures_in_row" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "background_jobs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"ref_id" text NOT NULL,
	"part_size" integer NOT NULL,
	"part_count" integer NOT NULL,
	"parts" jsonb NOT NULL,
	"file_id" uuid,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "device_uploads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "device_certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"serial" text NOT NULL,
	"not_before" timestamp(3) with time zone NOT NULL,
	"not_after" timestamp(3) with time zone NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "device_certificates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "journal_ids" (
	"device_id" uuid NOT NULL,
	"msg_id" uuid NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "journal_ids_device_id_msg_id_pk" PRIMARY KEY("device_id","msg_id")
);
--> statement-breakpoint
CREATE TABLE "waiting_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"device_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"sn" text NOT NULL,
	"report" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waiting_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_code_events" ADD CONSTRAINT "activation_code_events_code_id_activation_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."activation_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_code_events" ADD CONSTRAINT "activation_code_events_to_company_id_companies_id_fk" FOREIGN KEY ("to_company_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_codes" ADD CONSTRAINT "activation_codes_notice_to_id_accounts_id_fk" FOREIGN KEY ("notice_to_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activation_codes" ADD CONSTRAINT "activation_codes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_reads" ADD CONSTRAINT "announcement_reads_announcement_id_announcements_id_fk" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewed_id_accounts_id_fk" FOREIGN KEY ("viewed_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_places" ADD CONSTRAINT "known_places_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_confirms" ADD CONSTRAINT "login_confirms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "holidays" ADD CONSTRAINT "holidays_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_starts" ADD CONSTRAINT "schedule_starts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_link_codes" ADD CONSTRAINT "chat_link_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_users" ADD CONSTRAINT "chat_users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_parent_id_companies_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_relocations" ADD CONSTRAINT "device_relocations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_grants" ADD CONSTRAINT "control_grants_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "control_passwords" ADD CONSTRAINT "control_passwords_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drive_sessions" ADD CONSTRAINT "drive_sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_sections" ADD CONSTRAINT "device_sections_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_conflicts" ADD CONSTRAINT "section_conflicts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "setting_changes" ADD CONSTRAINT "setting_changes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_shares" ADD CONSTRAINT "device_shares_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_custody" ADD CONSTRAINT "device_custody_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_resales" ADD CONSTRAINT "device_resales_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_versions" ADD CONSTRAINT "device_versions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "warranty_changes" ADD CONSTRAINT "warranty_changes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_jobs" ADD CONSTRAINT "device_jobs_command_id_commands_id_fk" FOREIGN KEY ("command_id") REFERENCES "public"."commands"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_live" ADD CONSTRAINT "device_live_id_devices_id_fk" FOREIGN KEY ("id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_links" ADD CONSTRAINT "invitation_links_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_id_accounts_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_maps" ADD CONSTRAINT "device_maps_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_drafts" ADD CONSTRAINT "map_drafts_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_drafts" ADD CONSTRAINT "map_drafts_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "map_versions" ADD CONSTRAINT "map_versions_bundle_file_id_files_id_fk" FOREIGN KEY ("bundle_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_floor_id_floors_id_fk" FOREIGN KEY ("floor_id") REFERENCES "public"."floors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_grid_file_id_files_id_fk" FOREIGN KEY ("grid_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_card_days" ADD CONSTRAINT "network_card_days_card_id_network_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."network_cards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_marks" ADD CONSTRAINT "notice_marks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_reads" ADD CONSTRAINT "notice_reads_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_shares" ADD CONSTRAINT "report_shares_report_id_task_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."task_reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_subscription_id_report_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."report_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_readers" ADD CONSTRAINT "subscription_readers_subscription_id_report_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."report_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_origin_id_roles_id_fk" FOREIGN KEY ("origin_id") REFERENCES "public"."roles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_uses" ADD CONSTRAINT "profile_uses_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_uses" ADD CONSTRAINT "profile_uses_profile_id_settings_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."settings_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_devices" ADD CONSTRAINT "rollout_devices_rollout_id_settings_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."settings_rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollout_devices" ADD CONSTRAINT "rollout_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_source_id_devices_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_profile_id_settings_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."settings_profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floors" ADD CONSTRAINT "floors_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "floors" ADD CONSTRAINT "floors_plan_file_id_files_id_fk" FOREIGN KEY ("plan_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_templates" ADD CONSTRAINT "task_templates_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_cleanings" ADD CONSTRAINT "zone_cleanings_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_targets" ADD CONSTRAINT "zone_targets_map_id_maps_id_fk" FOREIGN KEY ("map_id") REFERENCES "public"."maps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_certificates" ADD CONSTRAINT "device_certificates_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_name" ON "accounts" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "accounts_company" ON "accounts" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "accounts_signed_in" ON "accounts" USING btree ("last_sign_in_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "accounts_role" ON "accounts" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "activation_code_events_code" ON "activation_code_events" USING btree ("code_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "activation_codes_hash" ON "activation_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "activation_codes_created" ON "activation_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "activation_codes_company" ON "activation_codes" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "activation_codes_batch" ON "activation_codes" USING btree ("batch_id","id");--> statement-breakpoint
CREATE INDEX "activation_codes_tail" ON "activation_codes" USING btree ("tail");--> statement-breakpoint
CREATE INDEX "activation_codes_sn" ON "activation_codes" USING btree (lower("sn"));--> statement-breakpoint
CREATE INDEX "activation_codes_device" ON "activation_codes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "alarms_device" ON "alarms" USING btree ("device_id","raised_at");--> statement-breakpoint
CREATE INDEX "alarms_identity" ON "alarms" USING btree ("device_id","identity");--> statement-breakpoint
CREATE INDEX "alarms_run" ON "alarms" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "alarms_company" ON "alarms" USING btree ("company_id","arrived_at");--> statement-breakpoint
CREATE INDEX "alarms_arrived" ON "alarms" USING btree ("arrived_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_draft" ON "announcements" USING btree ("company_id") WHERE "announcements"."published_at" is null;--> statement-breakpoint
CREATE INDEX "announcements_published" ON "announcements" USING btree ("published_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_one_live" ON "sessions" USING btree ("account_id") WHERE "sessions"."ended_at" is null and "sessions"."viewed_id" is null;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "known_places_hash" ON "known_places" USING btree ("account_id","hash");--> statement-breakpoint
CREATE INDEX "known_places_last" ON "known_places" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "login_confirms_token" ON "login_confirms" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "login_confirms_account" ON "login_confirms" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "login_rate_limits_at" ON "login_rate_limits" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_ins_merge" ON "sign_ins" USING btree ("account_id","merge_key") WHERE "sign_ins"."merge_key" is not null;--> statement-breakpoint
CREATE INDEX "sign_ins_account" ON "sign_ins" USING btree ("account_id","last_at");--> statement-breakpoint
CREATE INDEX "sign_ins_last" ON "sign_ins" USING btree ("last_at");--> statement-breakpoint
CREATE UNIQUE INDEX "holidays_day" ON "holidays" USING btree ("company_id",coalesce("site_id", '00000000-0000-0000-0000-000000000000'),"date");--> statement-breakpoint
CREATE INDEX "schedule_starts_company" ON "schedule_starts" USING btree ("company_id","due_at");--> statement-breakpoint
CREATE INDEX "schedule_starts_device" ON "schedule_starts" USING btree ("device_id","due_at");--> statement-breakpoint
CREATE INDEX "schedule_starts_run" ON "schedule_starts" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "schedule_starts_open" ON "schedule_starts" USING btree ("due_at") WHERE "schedule_starts"."state" = 'DUE';--> statement-breakpoint
CREATE INDEX "schedules_company" ON "schedules" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "schedules_task" ON "schedules" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "schedules_device" ON "schedules" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_due_at") WHERE "schedules"."enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "chat_link_codes_account" ON "chat_link_codes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_link_codes_code" ON "chat_link_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_users_linked" ON "chat_users" USING btree ("app","external_id") WHERE "chat_users"."unlinked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_users_secret" ON "chat_users" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "chat_users_account" ON "chat_users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "chat_users_company" ON "chat_users" USING btree ("company_id","linked_at");--> statement-breakpoint
CREATE INDEX "companies_path" ON "companies" USING btree ("path" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "companies_parent" ON "companies" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "companies_sales" ON "companies" USING btree ("sales_id");--> statement-breakpoint
CREATE INDEX "companies_fae" ON "companies" USING btree ("fae_id");--> statement-breakpoint
CREATE INDEX "companies_name" ON "companies" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "dead_letters_at" ON "dead_letters" USING btree ("at");--> statement-breakpoint
CREATE INDEX "dead_letters_reason" ON "dead_letters" USING btree ("reason","at");--> statement-breakpoint
CREATE INDEX "device_unbindings_device" ON "device_unbindings" USING btree ("device_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "control_grants_session" ON "control_grants" USING btree ("session_id","device_id");--> statement-breakpoint
CREATE INDEX "control_grants_device" ON "control_grants" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "control_passwords_device" ON "control_passwords" USING btree ("device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "control_passwords_company" ON "control_passwords" USING btree ("company_id") WHERE "control_passwords"."device_id" is null;--> statement-breakpoint
CREATE INDEX "drive_sessions_device" ON "drive_sessions" USING btree ("device_id","opened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drive_sessions_open" ON "drive_sessions" USING btree ("device_id") WHERE "drive_sessions"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "device_groups_name" ON "device_groups" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "setting_changes_device" ON "setting_changes" USING btree ("device_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_shares_one" ON "device_shares" USING btree ("device_id","account_id") WHERE "device_shares"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "device_shares_device" ON "device_shares" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_shares_account" ON "device_shares" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "device_custody_device" ON "device_custody" USING btree ("device_id","since");--> statement-breakpoint
CREATE UNIQUE INDEX "device_custody_holder" ON "device_custody" USING btree ("device_id") WHERE "device_custody"."until" is null;--> statement-breakpoint
CREATE INDEX "device_resales_company" ON "device_resales" USING btree ("company_id","offered_at");--> statement-breakpoint
CREATE INDEX "device_resales_device" ON "device_resales" USING btree ("device_id","offered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "device_resales_open" ON "device_resales" USING btree ("device_id") WHERE "device_resales"."status" = 'OFFERED';--> statement-breakpoint
CREATE INDEX "device_versions_part" ON "device_versions" USING btree ("device_id","part","id");--> statement-breakpoint
CREATE INDEX "warranty_changes_device" ON "warranty_changes" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "commands_device" ON "commands" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "commands_open" ON "commands" USING btree ("status");--> statement-breakpoint
CREATE INDEX "commands_company" ON "commands" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "commands_created" ON "commands" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "device_events_device" ON "device_events" USING btree ("device_id","at");--> statement-breakpoint
CREATE INDEX "device_jobs_job_id" ON "device_jobs" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "device_jobs_command" ON "device_jobs" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "device_jobs_open" ON "device_jobs" USING btree ("ended_at");--> statement-breakpoint
CREATE INDEX "device_live_state" ON "device_live" USING btree ("company_id","state");--> statement-breakpoint
CREATE INDEX "device_live_map" ON "device_live" USING btree ("map_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_requests_address" ON "device_requests" USING btree ("manufacturer","sn");--> statement-breakpoint
CREATE INDEX "device_requests_last_seen" ON "device_requests" USING btree ("last_seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "devices_sn" ON "devices" USING btree (lower("sn"));--> statement-breakpoint
CREATE INDEX "devices_company_nickname" ON "devices" USING btree ("company_id","nickname","id");--> statement-breakpoint
CREATE INDEX "devices_nickname" ON "devices" USING btree ("nickname","id");--> statement-breakpoint
CREATE INDEX "devices_site" ON "devices" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "devices_group" ON "devices" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "devices_previous" ON "devices" USING btree ("previous_id");--> statement-breakpoint
CREATE INDEX "devices_iccid" ON "devices" USING btree ("iccid");--> statement-breakpoint
CREATE INDEX "devices_usable_until" ON "devices" USING btree ("usable_until");--> statement-breakpoint
CREATE INDEX "devices_tags" ON "devices" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "error_groups_last" ON "error_groups" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "error_occurrences_group" ON "error_occurrences" USING btree ("group_id","at");--> statement-breakpoint
CREATE INDEX "error_occurrences_at" ON "error_occurrences" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_links_token" ON "invitation_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitation_links_invitation" ON "invitation_links" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "invitations_company" ON "invitations" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "invitations_created" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_invited_by" ON "invitations" USING btree ("invited_by_id");--> statement-breakpoint
CREATE INDEX "invitations_role" ON "invitations" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "invitations_account" ON "invitations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "letters_waiting" ON "letters" USING btree ("taken_at","created_at");--> statement-breakpoint
CREATE INDEX "letters_invitation" ON "letters" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "device_maps_map" ON "device_maps" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "device_maps_company" ON "device_maps" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "map_drafts_company" ON "map_drafts" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "map_versions_company" ON "map_versions" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "maps_company_updated" ON "maps" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "maps_site" ON "maps" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "network_cards_iccid" ON "network_cards" USING btree ("iccid");--> statement-breakpoint
CREATE INDEX "network_cards_company" ON "network_cards" USING btree ("company_id","iccid");--> statement-breakpoint
CREATE INDEX "network_cards_asked" ON "network_cards" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "notice_reads_kind" ON "notice_reads" USING btree ("account_id","kind","came_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_occasion" ON "notices" USING btree ("occasion");--> statement-breakpoint
CREATE INDEX "notices_company" ON "notices" USING btree ("company_id","kind","created_at");--> statement-breakpoint
CREATE INDEX "notices_kind" ON "notices" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "notices_account" ON "notices" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_shares_token" ON "report_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "report_shares_report" ON "report_shares" USING btree ("report_id","created_at");--> statement-breakpoint
CREATE INDEX "report_shares_company" ON "report_shares" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "report_deliveries_due" ON "report_deliveries" USING btree ("state","due_at");--> statement-breakpoint
CREATE INDEX "report_deliveries_log" ON "report_deliveries" USING btree ("subscription_id","created_at");--> statement-breakpoint
CREATE INDEX "report_subscriptions_company" ON "report_subscriptions" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "report_subscriptions_next" ON "report_subscriptions" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_company_name" ON "roles" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "roles_origin" ON "roles" USING btree ("origin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("account_id","page","name");--> statement-breakpoint
CREATE INDEX "profile_uses_profile" ON "profile_uses" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "settings_profiles_name" ON "settings_profiles" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "settings_rollouts_created" ON "settings_rollouts" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "settings_rollouts_due" ON "settings_rollouts" USING btree ("due_at") WHERE "settings_rollouts"."state" = 'SCHEDULED';--> statement-breakpoint
CREATE UNIQUE INDEX "floors_site_name" ON "floors" USING btree ("site_id","name");--> statement-breakpoint
CREATE INDEX "floors_company" ON "floors" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sites_company_name" ON "sites" USING btree ("company_id","name");--> statement-breakpoint
CREATE INDEX "device_days_company" ON "device_days" USING btree ("company_id","day");--> statement-breakpoint
CREATE INDEX "report_facts_day" ON "report_facts" USING btree ("day");--> statement-breakpoint
CREATE INDEX "site_days_day" ON "site_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "task_reports_company" ON "task_reports" USING btree ("company_id","started_at");--> statement-breakpoint
CREATE INDEX "task_reports_started" ON "task_reports" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "task_reports_device" ON "task_reports" USING btree ("device_id","started_at");--> statement-breakpoint
CREATE INDEX "runs_device" ON "runs" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_task" ON "runs" USING btree ("task_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_company" ON "runs" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "runs_created" ON "runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "runs_state" ON "runs" USING btree ("state");--> statement-breakpoint
CREATE INDEX "runs_previous" ON "runs" USING btree ("previous_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_name" ON "task_templates" USING btree ("company_id",lower("name"));--> statement-breakpoint
CREATE INDEX "tasks_company_updated" ON "tasks" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "tasks_device" ON "tasks" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "tasks_map" ON "tasks" USING btree ("map_id");--> statement-breakpoint
CREATE INDEX "zone_cleanings_zone" ON "zone_cleanings" USING btree ("map_id","zone_id","ended_at");--> statement-breakpoint
CREATE INDEX "zone_cleanings_company" ON "zone_cleanings" USING btree ("company_id","ended_at");--> statement-breakpoint
CREATE INDEX "audit_seals_item" ON "audit_seals" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "audit_seals_sealed_at" ON "audit_seals" USING btree ("sealed_at");--> statement-breakpoint
CREATE INDEX "audit_changes_request" ON "audit_changes" USING btree ("request_id","seq");--> statement-breakpoint
CREATE INDEX "audit_changes_record" ON "audit_changes" USING btree ("record_id","seq");--> statement-breakpoint
CREATE INDEX "audit_company_at" ON "audit_entries" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_record" ON "audit_entries" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "audit_account" ON "audit_entries" USING btree ("account_id","at");--> statement-breakpoint
CREATE INDEX "audit_request" ON "audit_entries" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "files_sha256" ON "files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "files_company" ON "files" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "device_uploads_device" ON "device_uploads" USING btree ("device_id","created_at");--> statement-breakpoint
CREATE INDEX "device_uploads_file" ON "device_uploads" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_certificates_fingerprint" ON "device_certificates" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "device_certificates_device" ON "device_certificates" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "journal_ids_received" ON "journal_ids" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "waiting_reports_run" ON "waiting_reports" USING btree ("device_id","run_id");--> statement-breakpoint
CREATE INDEX "waiting_reports_received" ON "waiting_reports" USING btree ("received_at");--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "accounts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "activation_code_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "activation_codes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "alarms" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "announcement_reads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "announcements" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "assist_notes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "sessions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "known_places" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "login_confirms" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "login_rate_limits" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "sign_ins" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "holidays" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "schedule_starts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "schedules" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "chat_link_codes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "chat_users" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "companies" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "dead_letters" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_unbindings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_relocations" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "control_grants" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "control_passwords" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "drive_sessions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_groups" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_sections" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "section_conflicts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "setting_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_shares" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_custody" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_resales" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_versions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "warranty_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "commands" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_documents" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_events" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_jobs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_live" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_requests" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "error_accounts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "error_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "error_groups" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "error_occurrences" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "invitation_links" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "invitations" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "letters" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_maps" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "map_drafts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "map_versions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "maps" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "network_card_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "network_cards" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "notice_marks" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "notice_reads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "notices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "report_shares" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "report_deliveries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "report_subscriptions" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "subscription_readers" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "roles" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "saved_views" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "profile_uses" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "rollout_devices" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "settings_profiles" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "settings_rollouts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "floors" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "sites" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "report_facts" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "site_days" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "report_prints" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "task_reports" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "run_paths" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "runs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "task_templates" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "tasks" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "zone_cleanings" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "zone_targets" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "zone_work" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "audit_changes" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "audit_entries" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "files" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "background_jobs" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*') WITH CHECK ((select current_setting('sweepline.companies', true)) = '*');--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_uploads" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_certificates" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "waiting_reports" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[]))) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" in (select unnest(string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])));
--> statement-breakpoint
-- What the table definitions in TypeScript cannot express: the partitioned history, functions, triggers, keys and storage options.
-- One row a minute of a working device, one in ten minutes of an idle one. A day is deleted by dropping its partition.
CREATE TABLE "device_history" (
  "company_id" uuid NOT NULL,
  "device_id" uuid NOT NULL,
  "at" timestamp (3) with time zone NOT NULL,
  "mode" text,
  "soc" real,
  "map_id" text,
  "x" real,
  "y" real,
  "coverage" real,
  "clean_water_pct" real,
  "dirty_water_pct" real,
  "alarm_level" smallint NOT NULL,
  "rssi_dbm" smallint
) PARTITION BY RANGE ("at");
--> statement-breakpoint
ALTER TABLE "device_history" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY "tenant_scope" ON "device_history" AS PERMISSIVE FOR ALL TO "sweepline_app" USING ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[])) WITH CHECK ((select current_setting('sweepline.companies', true)) = '*' or "company_id" = any ((select string_to_array(nullif(nullif(current_setting('sweepline.companies', true), '*'), ''), ',')::uuid[])::uuid[]));
--> statement-breakpoint
CREATE INDEX "device_history_device" ON "device_history" USING btree ("device_id", "at");
--> statement-breakpoint
-- The server's role owns nothing and may not create tables; this function creates and drops partitions as the owner.
-- A query of a partition by its own name bypasses the parent's policy. The partition has no policy, so it returns no row.
CREATE FUNCTION "keep_device_history"(today date, days_ahead integer, days_kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date;
  partition text;
BEGIN
  -- Two processes that start at once run this one after the other.
  PERFORM pg_advisory_xact_lock(7353212);
  FOR day IN SELECT generate_series(today - 1, today + days_ahead, '1 day')::date LOOP
    partition := 'device_history_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF device_history FOR VALUES FROM (%L) TO (%L)',
        partition, day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
    END IF;
  END LOOP;
  FOR partition IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'device_history'::regclass AND c.relname ~ '^device_history_\d{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < today - days_kept
  LOOP
    EXECUTE format('DROP TABLE %I', partition);
  END LOOP;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION "keep_device_history" FROM PUBLIC;
--> statement-breakpoint
-- Adding to a company and deleting it lock the same row: the later transaction waits and then sees the other one's result.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");
--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");
--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");
--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");
--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_sales_account" FOREIGN KEY ("sales_id") REFERENCES "accounts"("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_fae_account" FOREIGN KEY ("fae_id") REFERENCES "accounts"("id") ON DELETE SET NULL;
--> statement-breakpoint
-- Records every change of a device's company, whichever statement makes it, so that the custody chain has no gap.
CREATE FUNCTION device_custody_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF old.company_id = new.company_id THEN RETURN NULL; END IF;
    UPDATE device_custody SET until = new.updated_at WHERE device_id = new.id AND until IS NULL;
  END IF;
  INSERT INTO device_custody (id, company_id, device_id, company_name, since, act, by) VALUES (
    gen_random_uuid(), new.company_id, new.id,
    coalesce((SELECT name FROM companies WHERE id = new.company_id), ''),
    CASE WHEN TG_OP = 'UPDATE' THEN new.updated_at ELSE new.created_at END,
    CASE WHEN TG_OP = 'UPDATE' THEN 'MOVED' WHEN new.previous_id IS NOT NULL THEN 'SN_CHANGED' ELSE 'REGISTERED' END,
    new.updated_by
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION device_custody_change() FROM public;
--> statement-breakpoint
CREATE TRIGGER device_custody AFTER INSERT OR UPDATE OF company_id ON devices
  FOR EACH ROW EXECUTE FUNCTION device_custody_change();
--> statement-breakpoint
ALTER TABLE "device_groups" ADD CONSTRAINT "device_groups_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
-- These rows change with every robot message. Free space on the page lets PostgreSQL update them without touching an index.
ALTER TABLE "runs" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "device_live" SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE "settings_profiles" ADD CONSTRAINT "settings_profiles_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
ALTER TABLE "settings_rollouts" ADD CONSTRAINT "settings_rollouts_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id") ON DELETE cascade;
--> statement-breakpoint
-- What one report adds to the sums, as integers, so that the order of addition does not matter.
CREATE FUNCTION report_figures(r task_reports, counts boolean) RETURNS TABLE (
    reports integer, succeeded integer, partial integer, failed integer,
    left_out integer, cleaned_cm2 bigint, cleaned_known integer, covered_cm2 bigint,
    planned_cm2 bigint, coverage_known integer, worked_ms bigint, worked_known integer,
    rated_cm2 bigint, cleaning_ms bigint, cleaning_known integer, distance_mm bigint,
    distance_known integer, water_ml bigint, water_known integer, energy_mwh bigint,
    energy_known integer)
LANGUAGE sql IMMUTABLE AS $$
  SELECT
    1,
    (r.result = 'SUCCESS')::int,
    (r.result = 'PARTIAL')::int,
    (r.result = 'FAILED')::int,
    (NOT counts)::int,
    CASE WHEN counts THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    (counts AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts AND r.planned_m2 > 0 THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    CASE WHEN counts AND r.planned_m2 > 0 AND r.cleaned_m2 IS NOT NULL THEN round(r.planned_m2::float8 * 1e4)::bigint ELSE 0 END,
    (counts AND coalesce(r.planned_m2 > 0, false) AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.seconds::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.seconds IS NOT NULL)::int,
    CASE WHEN counts AND r.cleaning_seconds > 0 THEN coalesce(round(r.cleaned_m2::float8 * 1e4), 0)::bigint ELSE 0 END,
    CASE WHEN counts AND r.cleaning_seconds > 0 AND r.cleaned_m2 IS NOT NULL THEN round(r.cleaning_seconds::float8 * 1e3)::bigint ELSE 0 END,
    (counts AND coalesce(r.cleaning_seconds > 0, false) AND r.cleaned_m2 IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.distance_m::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.distance_m IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.water_l::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.water_l IS NOT NULL)::int,
    CASE WHEN counts THEN coalesce(round(r.energy_wh::float8 * 1e3), 0)::bigint ELSE 0 END,
    (counts AND r.energy_wh IS NOT NULL)::int
$$;
--> statement-breakpoint
-- The day of a moment in a time zone. An unknown zone counts as UTC, so that a misspelt zone of a site loses no report.
CREATE FUNCTION day_in(at timestamptz, zone text) RETURNS date LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (at AT TIME ZONE coalesce(nullif(zone, ''), 'UTC'))::date;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN (at AT TIME ZONE 'UTC')::date;
END $$;
--> statement-breakpoint
-- A report counts when the server put no flag on its figures.
CREATE FUNCTION report_is_possible(r task_reports) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cardinality(r.flags) = 0
$$;
--> statement-breakpoint
CREATE FUNCTION report_fact_of(r task_reports) RETURNS report_facts LANGUAGE plpgsql STABLE AS $$
DECLARE
  f report_facts;
  zone text;
BEGIN
  f.id := r.id;
  f.company_id := r.company_id;
  f.device_id := r.device_id;
  f.counts := report_is_possible(r);
  SELECT m.site_id INTO f.site_id FROM maps m WHERE m.id = CASE
    WHEN r.map_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN r.map_id::uuid END;
  IF f.site_id IS NULL THEN SELECT d.site_id INTO f.site_id FROM devices d WHERE d.id = r.device_id; END IF;
  SELECT s.timezone INTO zone FROM sites s WHERE s.id = f.site_id;
  -- A robot clock that was never set must not add a day of its own.
  f.day := day_in(CASE WHEN f.counts THEN r.started_at ELSE r.received_at END, zone);
  SELECT CASE WHEN count(DISTINCT a ->> 'cleaningMode') > 1 THEN 'MIXED' ELSE max(a ->> 'cleaningMode') END
    INTO f.mode FROM jsonb_array_elements(r.areas) a;
  IF f.mode IS NULL THEN SELECT n.plan ->> 'cleaningMode' INTO f.mode FROM runs n WHERE n.id = r.id; END IF;
  f.mode := coalesce(f.mode, '');
  RETURN f;
END $$;
--> statement-breakpoint
-- The last bit of the device id selects the journal lane of its messages (robots/intake/journal.ts).
CREATE FUNCTION report_shard(device uuid) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT (get_byte(decode(right(device::text, 2), 'hex'), 0) % 2)::smallint
$$;
--> statement-breakpoint
CREATE FUNCTION count_report(r task_reports, f report_facts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO device_days AS d (id, company_id, site_id, device_id, day, mode,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.device_id, f.day, f.mode,
    sign * g.reports, sign * g.succeeded, sign * g.partial, sign * g.failed, sign * g.left_out, sign * g.cleaned_cm2,
    sign * g.cleaned_known, sign * g.covered_cm2, sign * g.planned_cm2, sign * g.coverage_known, sign * g.worked_ms, sign * g.worked_known,
    sign * g.rated_cm2, sign * g.cleaning_ms, sign * g.cleaning_known, sign * g.distance_mm, sign * g.distance_known, sign * g.water_ml,
    sign * g.water_known, sign * g.energy_mwh, sign * g.energy_known
  FROM report_figures(r, f.counts) g
  ON CONFLICT ON CONSTRAINT device_days_key DO UPDATE SET
    reports = d.reports + excluded.reports, succeeded = d.succeeded + excluded.succeeded,
    partial = d.partial + excluded.partial, failed = d.failed + excluded.failed,
    left_out = d.left_out + excluded.left_out, cleaned_cm2 = d.cleaned_cm2 + excluded.cleaned_cm2,
    cleaned_known = d.cleaned_known + excluded.cleaned_known, covered_cm2 = d.covered_cm2 + excluded.covered_cm2,
    planned_cm2 = d.planned_cm2 + excluded.planned_cm2, coverage_known = d.coverage_known + excluded.coverage_known,
    worked_ms = d.worked_ms + excluded.worked_ms, worked_known = d.worked_known + excluded.worked_known,
    rated_cm2 = d.rated_cm2 + excluded.rated_cm2, cleaning_ms = d.cleaning_ms + excluded.cleaning_ms,
    cleaning_known = d.cleaning_known + excluded.cleaning_known, distance_mm = d.distance_mm + excluded.distance_mm,
    distance_known = d.distance_known + excluded.distance_known, water_ml = d.water_ml + excluded.water_ml,
    water_known = d.water_known + excluded.water_known, energy_mwh = d.energy_mwh + excluded.energy_mwh,
    energy_known = d.energy_known + excluded.energy_known;
  INSERT INTO site_days AS d (id, company_id, site_id, day, mode, shard,
    reports, succeeded, partial, failed, left_out, cleaned_cm2, cleaned_known, covered_cm2,
    planned_cm2, coverage_known, worked_ms, worked_known, rated_cm2, cleaning_ms, cleaning_known, distance_mm,
    distance_known, water_ml, water_known, energy_mwh, energy_known)
  SELECT gen_random_uuid(), f.company_id, f.site_id, f.day, f.mode, report_shard(f.device_id),
    sign * g.reports, sign * g.succeeded, sign * g.partial, sign * g.failed, sign * g.left_out, sign * g.cleaned_cm2,
    sign * g.cleaned_known, sign * g.covered_cm2, sign * g.planned_cm2, sign * g.coverage_known, sign * g.worked_ms, sign * g.worked_known,
    sign * g.rated_cm2, sign * g.cleaning_ms, sign * g.cleaning_known, sign * g.distance_mm, sign * g.distance_known, sign * g.water_ml,
    sign * g.water_known, sign * g.energy_mwh, sign * g.energy_known
  FROM report_figures(r, f.counts) g
  ON CONFLICT ON CONSTRAINT site_days_key DO UPDATE SET
    reports = d.reports + excluded.reports, succeeded = d.succeeded + excluded.succeeded,
    partial = d.partial + excluded.partial, failed = d.failed + excluded.failed,
    left_out = d.left_out + excluded.left_out, cleaned_cm2 = d.cleaned_cm2 + excluded.cleaned_cm2,
    cleaned_known = d.cleaned_known + excluded.cleaned_known, covered_cm2 = d.covered_cm2 + excluded.covered_cm2,
    planned_cm2 = d.planned_cm2 + excluded.planned_cm2, coverage_known = d.coverage_known + excluded.coverage_known,
    worked_ms = d.worked_ms + excluded.worked_ms, worked_known = d.worked_known + excluded.worked_known,
    rated_cm2 = d.rated_cm2 + excluded.rated_cm2, cleaning_ms = d.cleaning_ms + excluded.cleaning_ms,
    cleaning_known = d.cleaning_known + excluded.cleaning_known, distance_mm = d.distance_mm + excluded.distance_mm,
    distance_known = d.distance_known + excluded.distance_known, water_ml = d.water_ml + excluded.water_ml,
    water_known = d.water_known + excluded.water_known, energy_mwh = d.energy_mwh + excluded.energy_mwh,
    energy_known = d.energy_known + excluded.energy_known;
  IF sign < 0 THEN
    DELETE FROM device_days d WHERE d.device_id = f.device_id AND d.day = f.day AND d.reports = 0;
    DELETE FROM site_days d WHERE d.company_id = f.company_id AND d.day = f.day AND d.reports = 0;
  END IF;
END $$;
--> statement-breakpoint
-- Counts each report once, in the transaction that stores, changes or deletes it.
CREATE FUNCTION keep_report_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  f report_facts;
BEGIN
  IF TG_OP = 'UPDATE' AND (old.company_id, old.device_id, old.map_id, old.started_at, old.ended_at, old.result, old.areas,
      old.planned_m2, old.cleaned_m2, old.seconds, old.cleaning_seconds, old.distance_m, old.water_l, old.energy_wh)
    IS NOT DISTINCT FROM (new.company_id, new.device_id, new.map_id, new.started_at, new.ended_at, new.result, new.areas,
      new.planned_m2, new.cleaned_m2, new.seconds, new.cleaning_seconds, new.distance_m, new.water_l, new.energy_wh)
  THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM report_facts WHERE id = old.id RETURNING * INTO f;
    IF FOUND THEN PERFORM count_report(old, f, -1); END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    f := report_fact_of(new);
    INSERT INTO report_facts SELECT f.*;
    PERFORM count_report(new, f, 1);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_reports_counted AFTER INSERT OR UPDATE OR DELETE ON task_reports
  FOR EACH ROW EXECUTE FUNCTION keep_report_counted();
--> statement-breakpoint
-- Queues a report for the zone board, and again when its path arrives later.
CREATE FUNCTION keep_report_painted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.map_id IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND old.trajectory_file_id IS NOT DISTINCT FROM new.trajectory_file_id
    AND old.map_id IS NOT DISTINCT FROM new.map_id THEN RETURN NULL; END IF;
  INSERT INTO zone_work AS w (id, company_id) VALUES (new.id, new.company_id)
  ON CONFLICT (id) DO UPDATE SET turn = w.turn + 1, attempts = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER task_reports_painted AFTER INSERT OR UPDATE ON task_reports
  FOR EACH ROW EXECUTE FUNCTION keep_report_painted();
