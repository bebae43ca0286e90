import { createHash, randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { pages } from '@sweepline/contract';
import { tarGzOf } from '../../apps/server/src/features/updates/packages/archive-samples.ts';
import texts from '../../apps/console/src/features/updates/packages/texts/en.json' with { type: 'json' };
import approval from '../../apps/console/src/shared/approval/texts/en.json' with { type: 'json' };
import { signManifest } from '../../scripts/ota/sign-package.ts';
import { demoKeyId, demoReleaseKey } from '../../seeds/demo/updates/demo-release-key.ts';
import { choose } from '../choose.ts';
import { continueAsOperator, signIn } from '../session.ts';
import { test } from '../world/own-world.ts';

/** A package for J30 that no robot is offered by itself, and the manifest that was signed for it. */
function aSignedPackage() {
  // From the minimum on, older than what robots are delivered with, and different in each try.
  const version = `3.3.${Date.now() % 1_000_000}`;
  const content = tarGzOf([
    { name: 'version', content: Buffer.from(version) },
    { name: 'image.bin', content: randomBytes(100_000) },
  ]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const reach = { models: ['J30'], pkgType: 'ROBOT' as const, version, minVersion: null };
  const manifest = { ...reach, fromVersions: [], needs: [], bytes: content.length, sha256, keyId: demoKeyId };
  const signed = signManifest(manifest, demoReleaseKey);
  const json = { name: 'robot.tar.gz.signed.json', mimeType: 'application/json' };
  return {
    version,
    archive: { name: 'robot.tar.gz', mimeType: 'application/gzip', buffer: content },
    manifest: { ...json, buffer: Buffer.from(JSON.stringify(signed)) },
  };
}

test('a signed package is uploaded, approved by a second person, published and unlisted', async ({
  page,
  browser,
  own,
}) => {
  const { version, archive, manifest } = aSignedPackage();
  await signIn(page, await own.addPersonOf('provider', 'operations'));
  await page.goto(pages.otaPackages());
  await page.getByRole('button', { name: texts.upload }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: texts.add }).click();
  await expect(dialog.getByRole('alert')).toContainText(texts.fileMissing);
  await choose(dialog.getByRole('combobox', { name: texts.typeTitle }), texts.type.ROBOT);
  await dialog.locator('input[type=file][accept*=".apk"]').setInputFiles(archive);
  await dialog.getByLabel(texts.manifest, { exact: true }).setInputFiles(manifest);
  await expect(dialog.getByText(`Version ${version} for J30`)).toBeVisible();
  await dialog.getByLabel(texts.name, { exact: true }).fill(`Robot ${version}`);
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: texts.add }).click();
  await page.waitForURL(/\/softwareManage\/otaDetail\?id=/);
  await expect(page.getByText(approval.state.DRAFT, { exact: true }).first()).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await continueAsOperator(other);
  await other.goto(page.url());
  await other.getByRole('button', { name: approval.approve }).click();
  await expect(other.getByText(approval.state.PENDING_RELEASE, { exact: true }).first()).toBeVisible();
  await other.getByRole('button', { name: approval.publish }).click();
  await expect(other.getByText(approval.state.PUBLISHED, { exact: true }).first()).toBeVisible();
  await expect(other.getByRole('link', { name: texts.rollOut })).toBeVisible();
  await other.getByRole('button', { name: approval.unlist }).click();
  await other.getByRole('dialog').getByRole('button', { name: approval.unlist }).click();
  await expect(other.getByText(approval.state.UNLISTED, { exact: true }).first()).toBeVisible();
});
