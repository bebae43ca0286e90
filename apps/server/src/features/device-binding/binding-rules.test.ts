import { bindingStates, type BindingState } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindingCommands, bindingEvents, nextBinding, type BindingEvent } from './binding-rules.ts';

const walk = (from: BindingState, events: readonly BindingEvent[]) =>
  events.reduce((state, event) => nextBinding(state, event) ?? state, from);

test('the table of protocol 2.23 holds, row by row', () => {
  const rows: [BindingState, BindingEvent, BindingState][] = [
    ['NOT_ACTIVATED', 'ACTIVATE', 'ACTIVATED'],
    ['ACTIVATED', 'FREEZE', 'FREEZING'],
    ['FREEZING', 'FROZEN_AT_ROBOT', 'FROZEN'],
    ['FROZEN', 'UNFREEZE', 'UNFREEZING'],
    ['UNFREEZING', 'UNFROZEN_AT_ROBOT', 'ACTIVATED'],
    ['FROZEN', 'EXPIRE', 'FROZEN'],
    ['ACTIVATED', 'UNBIND', 'UNBINDING'],
    ['FROZEN', 'UNBIND', 'UNBINDING'],
    ['UNBINDING', 'UNBOUND', 'NOT_ACTIVATED'],
    ['ACTIVATED', 'CHANGE_SN', 'VOID'],
  ];
  for (const [from, event, to] of rows) expect(nextBinding(from, event), `${from} ${event}`).toBe(to);
});

test('a void serial number stays void whatever happens', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bindingEvents)), (events) => walk('VOID', events) === 'VOID'),
  );
});

test('nothing is activated without passing NOT_ACTIVATED or a thaw', () => {
  for (const from of bindingStates)
    for (const event of bindingEvents)
      if (nextBinding(from, event) === 'ACTIVATED')
        expect(['NOT_ACTIVATED', 'UNFREEZING'], `${from} ${event}`).toContain(from);
});

test('once unbinding has begun, only its end follows', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...bindingEvents.filter((it) => it !== 'UNBOUND'))), (events) => {
      return walk('UNBINDING', events) === 'UNBINDING';
    }),
  );
});

test('every state that waits for the robot says what it is told, and gets on by its word', () => {
  for (const [state, command] of Object.entries(bindingCommands))
    expect(nextBinding(state as BindingState, command?.done ?? 'ACTIVATE'), state).toBeDefined();
});

test('a late word of the robot about what was taken back changes nothing', () => {
  expect(walk('ACTIVATED', ['FREEZE', 'UNFREEZE', 'FROZEN_AT_ROBOT'])).toBe('UNFREEZING');
  expect(walk('FROZEN', ['UNFREEZE', 'FREEZE', 'UNFROZEN_AT_ROBOT'])).toBe('FREEZING');
});
