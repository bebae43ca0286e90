import { isUpTopic, upTopics } from '@sweepline/contract/robot';
import type { Received, Robot } from '../robot.ts';
import type { Rule } from '../rule.ts';
import { schemaFault } from '../schemas.ts';
import { broken } from '../verdict.ts';

const upperCaseId = /\b(?=[0-9A-F-]*[A-F])[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}\b/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const maxHeaderId = 4_294_967_295;

/** The will was made at the time of connecting, and is published by the broker. */
const isWill = ({ name, body }: Received) =>
  name === 'connection' && /BROKEN/i.test(String(body['connectionState']));
const live = (robot: Robot) => robot.received.filter((message) => !isWill(message));

function risesByTopic(robot: Robot): void {
  const last = new Map<string, number>();
  for (const message of live(robot)) {
    const headerId = Number(message.body['headerId']);
    const before = last.get(message.name);
    // A restart begins at 0 again, and so does a number that has reached its end.
    const isRestart = headerId <= 1 || before === maxHeaderId;
    if (before !== undefined && headerId <= before && !(isRestart && before > 1))
      broken(`${before} came before`, message, 'headerId');
    last.set(message.name, headerId);
  }
}

export const messageRules: readonly Rule[] = [
  {
    id: 'MESSAGE-1',
    rule: 'Every message is a JSON object that satisfies its schema.',
    page: 'README.md#protocol-for-robots',
    check: (robot) => {
      const [text] = robot.unreadable;
      if (text) broken(`no JSON object on ${text.name}: ${text.payload.slice(0, 60)}`);
      for (const message of robot.received) {
        const fault = schemaFault(robot.major, message.name, message.body);
        if (fault) broken(fault.reason, message, fault.field);
      }
    },
  },
  {
    id: 'MESSAGE-2',
    rule: 'Manufacturer and serial number in the header are those of the topic, in the same case.',
    page: 'topics.md#topic-levels',
    check: (robot) => {
      const { manufacturer, serialNumber } = robot.port.robot.address;
      for (const message of robot.received) {
        if (message.body['serialNumber'] !== serialNumber) broken('another one', message, 'serialNumber');
        if (message.body['manufacturer'] !== manufacturer) broken('another one', message, 'manufacturer');
      }
    },
  },
  {
    id: 'MESSAGE-3',
    rule: '`headerId` rises with each message of a topic.',
    page: 'topics.md#envelope',
    check: risesByTopic,
  },
  {
    id: 'MESSAGE-4',
    rule: '`timestamp` is a time in UTC, as `2026-11-22T18:34:24.931Z`.',
    page: 'topics.md#envelope',
    check: (robot) => {
      const wrong = robot.received.find(({ body }) => !isoTime.test(String(body['timestamp'])));
      if (wrong) broken('another form', wrong, 'timestamp');
    },
  },
  {
    id: 'MESSAGE-5',
    rule: 'UUIDs are in lower case.',
    page: 'topics.md#envelope',
    check: (robot) => {
      const wrong = robot.received.find(({ text }) => upperCaseId.test(text));
      if (wrong) broken(`upper case: ${upperCaseId.exec(wrong.text)?.[0] ?? ''}`, wrong);
    },
  },
  {
    id: 'MESSAGE-6',
    rule: 'No message is larger than the limit of its topic.',
    page: 'topics.md#sizes',
    check: (robot) => {
      for (const message of robot.received) {
        const bytes = Buffer.byteLength(message.text);
        if (isUpTopic(message.name) && bytes > upTopics[message.name].maxBytes)
          broken(`${bytes} bytes`, message);
      }
    },
  },
  {
    id: 'MESSAGE-7',
    rule: 'Nothing but `connection`, `factsheet` and `xReported` is retained.',
    page: 'topics.md#vendor-topics',
    check: (robot) => {
      const wrong = robot.received.find(
        ({ name, retain }) => retain === true && isUpTopic(name) && !upTopics[name].retain,
      );
      if (wrong) broken('retained', wrong);
    },
  },
];

export const lifeRules: readonly Rule[] = [
  {
    id: 'LIFE-1',
    rule: 'It is activated with a code, and repeats the call until there is an answer.',
    page: 'credentials.md#activation',
    check: { untested: 'the robot has its credential already' },
  },
  {
    id: 'LIFE-2',
    rule: '`device.unbind` removes credential, maps, tasks, settings and journal.',
    page: 'credentials.md#unbinding',
    check: { untested: 'the robot would have to be activated again' },
  },
  {
    id: 'LIFE-3',
    rule: 'It uploads files in parts and continues a download that broke off.',
    page: 'files.md#uploads',
    check: { untested: 'files go to the server itself, which refuses a wrong call with its reason' },
  },
];
