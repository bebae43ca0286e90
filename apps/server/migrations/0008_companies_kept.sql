-- Adding to a company holds its row, and deleting a company holds it too: of the two at once one waits and then sees the other.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");--> statement-breakpoint
ALTER TABLE "maps" ADD CONSTRAINT "maps_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_company_kept" FOREIGN KEY ("company_id") REFERENCES "companies"("id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_sales_account" FOREIGN KEY ("sales_id") REFERENCES "accounts"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_fae_account" FOREIGN KEY ("fae_id") REFERENCES "accounts"("id") ON DELETE SET NULL;
