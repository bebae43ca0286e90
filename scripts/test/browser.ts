import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../start/say.ts';

/** Debian's Chromium without a window, which takes a third less processor time. Installed with its libraries; Playwright's is not. */
export const debianChromium = '/usr/bin/chromium-headless-shell';

/** Installs a browser for the journeys if needed. Returns true, or a sentence about the failure. */
export async function ensureBrowser(): Promise<true | string> {
  if (existsSync(debianChromium) || existsSync(chromium.executablePath())) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const aptOutput = await step('Installing Chromium and its fonts with apt', () =>
      run('/bin/sh', ['-c', aptInstall]),
    );
    if (existsSync(debianChromium)) return true;
    return `apt-get could not install Chromium:\n${aptOutput}`;
  }
  const playwright = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'playwright');
  const output = await step("Installing Playwright's Chromium", () =>
    run(playwright, ['install', 'chromium']),
  );
  if (existsSync(chromium.executablePath())) return true;
  return `There is no ${debianChromium} and Playwright could not install its own:\n${output}\nInstall one as root: apt-get install chromium-headless-shell fonts-noto-cjk`;
}

const aptInstall =
  'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-cjk';

function run(program: string, args: string[]): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
    }
    child.on('error', (error) => resolve(error.message));
    child.on('close', () => resolve(output.trim()));
  });
}
