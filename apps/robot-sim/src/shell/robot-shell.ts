import { StringDecoder } from 'node:string_decoder';
import { outputOf, topScreen, type CommandMaterial } from './shell-commands.ts';

interface ShellSetup extends CommandMaterial {
  user: string;
  rows: number;
  write: (text: string) => void;
  /** The shell was left with `exit` or Ctrl-D. */
  exit: () => void;
}

const refreshMs = 1_000;
const clear = '\u001b[2J\u001b[H';
/** Keys such as arrows, which this shell ignores. */
const escapes = new RegExp(String.raw`${'\u001b'}(?:\[[0-?]*[ -\/]*[@-~]|O.|.)`, 'g');

/** The shell of a simulated robot: a line editor, and a few commands about the robot. */
export class RobotShell {
  readonly #setup: ShellSetup;
  readonly #decoder = new StringDecoder('utf8');
  #line = '';
  #rows: number;
  /** The command that waits for the password; it is not echoed. */
  #sudo: string | undefined;
  #isRoot = false;
  #top: NodeJS.Timeout | undefined;

  constructor(setup: ShellSetup) {
    this.#setup = setup;
    this.#rows = setup.rows;
    setup.write(`Robot ${setup.robot.sn}. Type help for a list of commands.\r\n`);
    this.#prompt();
  }

  resize(rows: number) {
    this.#rows = rows;
  }

  input(bytes: Buffer) {
    for (const char of this.#decoder.write(bytes).replaceAll(escapes, '')) this.#key(char);
  }

  close() {
    clearInterval(this.#top);
  }

  #key(char: string) {
    const { write, exit } = this.#setup;
    if (this.#top) {
      if (char === 'q' || char === '\u0003') this.#endTop();
    } else if (char === '\r' || char === '\n') this.#enter();
    else if (char === '\u0003') this.#interrupt();
    else if (char === '\u0004') {
      if (this.#line === '' && this.#sudo === undefined) exit();
    } else if (char === '\u007f' || char === '\b') {
      if (this.#line === '') return;
      this.#line = [...this.#line].slice(0, -1).join('');
      if (this.#sudo === undefined) write('\b \b');
    } else if (char >= ' ') {
      this.#line += char;
      if (this.#sudo === undefined) write(char);
    }
  }

  #prompt() {
    const { user, robot, write } = this.#setup;
    this.#line = '';
    this.#sudo = undefined;
    this.#isRoot = false;
    write(`${user}@${robot.sn}:~$ `);
  }

  #interrupt() {
    this.#setup.write('^C\r\n');
    this.#prompt();
  }

  #enter() {
    const [line, command] = [this.#line, this.#sudo];
    this.#setup.write('\r\n');
    this.#line = '';
    if (command === undefined) return this.#run(line);
    this.#sudo = undefined;
    // An empty password is wrong; any other one is that of the simulated robot.
    if (line === '') {
      this.#print(['Sorry, try again.']);
      return this.#ask(command);
    }
    this.#isRoot = true;
    this.#run(command);
  }

  #ask(command: string) {
    this.#sudo = command;
    this.#setup.write(`[sudo] password for ${this.#setup.user}: `);
  }

  #run(line: string) {
    const { user, exit } = this.#setup;
    const [name = '', ...words] = line.trim().split(/\s+/);
    if (name === 'exit') return exit();
    if (name === 'sudo' && words.length > 0) return this.#ask(words.join(' '));
    if (name === 'top') return this.#beginTop();
    const usage = name === 'sudo' ? ['usage: sudo command'] : undefined;
    const lines = usage ?? outputOf(name, words, this.#isRoot ? 'root' : user, this.#setup);
    if (name !== '') this.#print(lines ?? [`${name}: command not found`]);
    this.#prompt();
  }

  #print(lines: readonly string[]) {
    if (lines.length > 0) this.#setup.write(`${lines.join('\r\n')}\r\n`);
  }

  #beginTop() {
    const show = () => this.#setup.write(`${clear}${topScreen(this.#setup, this.#rows).join('\r\n')}\r\n`);
    show();
    this.#top = setInterval(show, refreshMs).unref();
  }

  #endTop() {
    clearInterval(this.#top);
    this.#top = undefined;
    this.#prompt();
  }
}
