ALTER TABLE "custom_audio" ADD COLUMN "spoken" jsonb;
