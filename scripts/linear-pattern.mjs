// Whether a regular expression takes linear time on every text, by its automaton. The answer "linear" is safe: whatever
// cannot be shown is not claimed. V8 backtracks, so a pattern is slow where one text can be read in many ways that fail
// late: two ways round the same loop (exponential), or two loops, the search for a start being one, that read the same
// text one after the other (polynomial). A state from which nothing can fail any more ends the search and does no harm.

/** Repetitions with an upper bound cost a constant factor, so short ones stand for them. */
const COUNT_MAX = 2;
/** A factor like this is not a constant to rely on. */
const COUNT_IS_ENDLESS = 600;
/** Above this a bounded repetition around another one is treated as if it had no bound. */
const NESTED_COUNT_MAX = 4;
/** After and before these `^` and `$` hold under the flag m. */
const LINE_END = "[\\n\\r\\u2028\\u2029]";
const WORK_MAX = 2_000_000;

/**
 * @returns {null | { kind: "exponential" | "polynomial" | "undecided", pump: string }} null if linear
 */
export function slownessOf(source, flags) {
  try {
    const capped = automatonOf(
      parse(source, flags, (min, max) => shortened(min, max)),
      flags,
    );
    const slow = exponential(capped) ?? polynomial(capped);
    if (slow !== null) return slow;
    if (!/\{\d*,?(?:[5-9]|\d\d+)\}/.test(source)) return null;
    const loose = automatonOf(
      parse(source, flags, (min, max) => unbounded(min, max)),
      flags,
    );
    return exponential(loose);
  } catch (error) {
    if (error instanceof Undecided) return { kind: "undecided", pump: error.message };
    throw error;
  }
}

class Undecided extends Error {}

function shortened(min, max) {
  if (max > COUNT_IS_ENDLESS) return [Math.min(min, COUNT_MAX), Number.POSITIVE_INFINITY];
  return [
    Math.min(min, COUNT_MAX),
    Math.min(max, Math.min(min, COUNT_MAX) === COUNT_MAX && max > min ? COUNT_MAX + 1 : COUNT_MAX),
  ];
}

function unbounded(min, max) {
  return max > NESTED_COUNT_MAX ? [Math.min(min, 1), Number.POSITIVE_INFINITY] : shortened(min, max);
}

// --- reading the pattern

function parse(source, flags, counts) {
  let at = 0;
  const unicode = /[uv]/.test(flags);
  const whole = alternatives();
  if (at < source.length) throw new Error(`cannot read /${source}/ from ${at}`);
  return whole;

  function alternatives() {
    const of = [sequence()];
    while (source[at] === "|") {
      at += 1;
      of.push(sequence());
    }
    return of.length === 1 ? of[0] : { is: "alt", of };
  }

  function sequence() {
    const of = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") of.push(repeated(atom()));
    return { is: "seq", of };
  }

  function repeated(of) {
    const count = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(source.slice(at, at + 24));
    if (count === null) return of;
    at += count[0].length;
    if (source[at] === "?") at += 1;
    const [written, from, comma, to] = count;
    const range =
      written === "*"
        ? [0, Number.POSITIVE_INFINITY]
        : written === "+"
          ? [1, Number.POSITIVE_INFINITY]
          : written === "?"
            ? [0, 1]
            : [Number(from), comma === "" ? Number(from) : to === "" ? Number.POSITIVE_INFINITY : Number(to)];
    const [min, max] = counts(...range);
    return { is: "rep", min, max, of };
  }

  function atom() {
    const char = source[at];
    if (char === "(") return group();
    if (char === "^" || char === "$") {
      at += 1;
      return { is: "edge", of: char };
    }
    const start = at;
    if (char === "[") at = classEnd(start);
    else if (char === "\\") at = escapeEnd(start);
    else at += unicode ? String.fromCodePoint(source.codePointAt(at)).length : 1;
    const text = source.slice(start, at);
    if (text === "\\b" || text === "\\B") return { is: "edge", of: text };
    if (/^\\(?:[1-9]|k<)/.test(text)) throw new Undecided("a back reference");
    return { is: "char", text };
  }

  function group() {
    const opening = /^\((?:\?(?:[:=!]|<[=!]|<[^>]+>))?/.exec(source.slice(at))[0];
    at += opening.length;
    const of = alternatives();
    at += 1;
    return /[=!]$/.test(opening) && opening.startsWith("(?")
      ? { is: "look", behind: opening.includes("<"), not: opening.endsWith("!"), of }
      : of;
  }

  function classEnd(start) {
    let end = start + 1;
    while (source[end] !== "]") end += source[end] === "\\" ? 2 : 1;
    return end + 1;
  }

  function escapeEnd(start) {
    const rest = source.slice(start);
    const long =
      /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[1-9]\d*)/.exec(
        rest,
      );
    return start + (long === null ? 2 : long[0].length);
  }
}

// --- characters: enough samples to tell any two sets of a pattern apart

const COMMON = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  ..."ſKıÄßǅ٣Ⅷ²中あ한•–—…‘’“”„‹›«»→➜≤≥⚠✅\u00A0\u202F\u3000\u2028\u2029\u200B\u200D\uFE0F\uFEFF\uFF61\uD800",
];
const WIDE = ["😀", "𝔸", "🚨"];

function samplesOf(source, flags) {
  const codes = [...source].map((char) => char.codePointAt(0));
  for (const [, hex] of source.matchAll(/\\(?:u\{|u|x)([0-9a-fA-F]+)/g)) codes.push(Number.parseInt(hex, 16));
  const near = codes.flatMap((code) => (code > 255 ? [code - 1, code, code + 1] : []));
  const own = near
    .filter((code) => code <= (/[uv]/.test(flags) ? 0x10ffff : 0xffff))
    .map((code) => String.fromCodePoint(code));
  return [...new Set([...COMMON, ...(/[uv]/.test(flags) ? WIDE : []), ...own])];
}

const membersOf = new Map();

/** Of a set of characters as it is written, which samples belong to it: the engine itself is asked. */
function members(text, flags, samples) {
  const kept = flags.replaceAll(/[gymd]/g, "");
  const key = `${kept}/${text}/${samples.length > COMMON.length + WIDE.length ? samples.slice(COMMON.length).join("") : ""}`;
  const known = membersOf.get(key);
  if (known !== undefined) return known;
  const set = new RegExp(`^(?:${text})$`, kept);
  const found = samples.map((sample) => set.test(sample));
  membersOf.set(key, found);
  return found;
}

// --- the automaton: a state for each character of the pattern, with what is known of the character just read

function automatonOf(tree, flags) {
  const source = textOf(tree);
  const samples = samplesOf(source, flags);
  const positions = [];
  const conditions = [{ text: "\\w" }, { text: LINE_END }];
  const follow = [];
  const multiline = flags.includes("m");

  const built = build(tree);
  const sets = positions.map(({ text }) => members(text, flags, samples));
  const contexts = conditions
    .filter((one) => one.text !== undefined)
    .map((one) => members(one.text, flags, samples));
  const letters = lettersOf(samples, [...sets, ...contexts]);
  const contextOf = letters.map(({ sample }) => contexts.map((set) => (set[sample] ? "1" : "0")).join(""));
  const contextAt = new Map(
    conditions.filter((one) => one.text !== undefined).map((one, index) => [one.text, index]),
  );
  const holdsOf = (text, letter) => contexts[contextAt.get(text)][letters[letter].sample];

  // Edges from each position (-1 is the start) to positions, each with the conditions that hold between the two.
  const out = new Map();
  const add = (from, edge) => out.set(from, [...(out.get(from) ?? []), edge]);
  for (const { conds, position } of built.first) add(-1, { conds, to: position });
  for (const { from, conds, to } of follow) add(from, { conds, to });
  const sure = new Set([
    ...built.last.filter(({ conds }) => conds.length === 0).map(({ position }) => position),
    ...built.sure,
  ]);

  const states = new Map();
  const stateOf = (position, context) => {
    const key = `${position} ${context}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    const state = { id: states.size, position, context, steps: null };
    states.set(key, state);
    return state;
  };
  /** By letter, the states that follow; a state twice if there are two ways to it. */
  const stepsOf = (state) => {
    if (state.steps !== null) return state.steps;
    state.steps = letters.map(() => []);
    for (let letter = 0; letter < letters.length; letter++) {
      if (state.position === -1 && !flags.includes("y"))
        state.steps[letter].push(stateOf(-1, contextOf[letter]));
      for (const { conds, to } of out.get(state.position) ?? []) {
        if (!sets[to][letters[letter].sample]) continue;
        if (conds.every((cond) => holds(cond, state.context, letter)))
          state.steps[letter].push(stateOf(to, contextOf[letter]));
      }
    }
    return state.steps;
  };
  const holds = (cond, context, letter) => {
    const wasWord = context !== "" && context[0] === "1";
    switch (cond.is) {
      case "^":
        return context === "" || (multiline && context[1] === "1");
      case "$":
        return multiline && holdsOf(LINE_END, letter);
      case "\\b":
        return wasWord !== holdsOf("\\w", letter);
      case "\\B":
        return wasWord === holdsOf("\\w", letter);
      case "before":
        return (context === "" ? cond.edge : context[contextAt.get(cond.text)] === "1") !== cond.not;
      case "after":
        return holdsOf(cond.text, letter) !== cond.not;
      default:
        return true;
    }
  };
  const start = stateOf(-1, "");
  const found = [start];
  for (let next = 0; next < found.length; next++) {
    if (found.length > 20_000) throw new Undecided("too many states");
    for (const targets of stepsOf(found[next]))
      for (const target of targets)
        if (!target.found) {
          target.found = true;
          if (target !== start) found.push(target);
        }
  }
  return {
    states: found,
    letters: letters.map(({ sample }) => samples[sample]),
    isSure: (state) => sure.has(state.position),
  };

  function build(node) {
    switch (node.is) {
      case "char": {
        const position = positions.push({ text: node.text }) - 1;
        return { empty: [], first: [{ conds: [], position }], last: [{ conds: [], position }], sure: [] };
      }
      case "edge":
        return { empty: [[{ is: node.of }]], first: [], last: [], sure: [] };
      case "look":
        return look(node);
      case "alt": {
        const parts = node.of.map(build);
        return {
          empty: few(parts.flatMap((part) => part.empty)),
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          sure: parts.flatMap((part) => part.sure),
        };
      }
      case "seq":
        return node.of.map(build).reduce(joined, { empty: [[]], first: [], last: [], sure: [] });
      case "rep":
        return repeat(node);
      default:
        throw new Error(node.is);
    }
  }

  /** At most two empty ways with the same conditions: more of them tell nothing new. */
  function few(ways) {
    const seen = new Map();
    const kept = ways.filter((conds) => {
      const key = JSON.stringify(conds);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return seen.get(key) <= 2;
    });
    if (kept.length > 64) throw new Undecided("too many empty ways");
    return kept;
  }

  function joined(left, right) {
    for (const from of left.last)
      for (const to of right.first)
        follow.push({ from: from.position, conds: [...from.conds, ...to.conds], to: to.position });
    return {
      empty: few(left.empty.flatMap((one) => right.empty.map((other) => [...one, ...other]))),
      first: [
        ...left.first,
        ...left.empty.flatMap((conds) =>
          right.first.map((to) => ({ conds: [...conds, ...to.conds], position: to.position })),
        ),
      ],
      last: [
        ...right.last,
        ...right.empty.flatMap((conds) =>
          left.last.map((from) => ({ conds: [...from.conds, ...conds], position: from.position })),
        ),
      ],
      sure: [...left.sure, ...right.sure],
    };
  }

  function repeat({ min, max, of }) {
    const nothing = { empty: [[]], first: [], last: [], sure: [] };
    let whole = nothing;
    for (let count = 0; count < min; count++) whole = joined(whole, build(of));
    if (max === Number.POSITIVE_INFINITY) {
      const loop = build(of);
      for (const from of loop.last)
        for (const to of loop.first)
          follow.push({ from: from.position, conds: [...from.conds, ...to.conds], to: to.position });
      return joined(whole, { ...loop, empty: few([...loop.empty.filter((conds) => conds.length > 0), []]) });
    }
    // x{0,2} is (x(x)?)?, so that leaving out is one way and not several.
    let tail = nothing;
    for (let count = min; count < max; count++) {
      const once = joined(build(of), tail);
      tail = { ...once, empty: few([...once.empty.filter((conds) => conds.length > 0), []]) };
    }
    return joined(whole, tail);
  }

  function look({ behind, not, of }) {
    const single = singleOf(of);
    if (single !== null && (single.edge === null || single.edge === (behind ? "^" : "$"))) {
      if (single.text === null) return { empty: [[{ is: "unknown" }]], first: [], last: [], sure: [] };
      if (!conditions.some((one) => one.text === single.text)) conditions.push({ text: single.text });
      const cond = { is: behind ? "before" : "after", text: single.text, not, edge: single.edge !== null };
      return { empty: [[cond]], first: [], last: [], sure: [] };
    }
    if (behind && longestOf(of) === Number.POSITIVE_INFINITY)
      throw new Undecided("a lookbehind without bound");
    // What is looked at is read and given up, and the rest goes on: both ways are tried.
    const inner = behind ? { first: [], sure: [], last: [] } : build(of);
    return {
      empty: [[{ is: "unknown" }]],
      first: inner.first,
      last: [],
      sure: [
        ...inner.sure,
        ...inner.last.filter(({ conds }) => conds.length === 0).map(({ position }) => position),
      ],
    };
  }
}

/** A look at one character, or at the edge of the text. */
function singleOf(node) {
  const parts = node.is === "alt" ? node.of : [node];
  const texts = [];
  let edge = null;
  for (const part of parts) {
    const [only, more] = part.is === "seq" ? part.of : [part];
    if (only === undefined || more !== undefined) return null;
    if (only.is === "char") texts.push(only.text);
    else if (only.is === "edge" && (only.of === "^" || only.of === "$")) edge = only.of;
    else return null;
  }
  return { text: texts.length === 0 ? null : texts.join("|"), edge };
}

function longestOf(node) {
  switch (node.is) {
    case "char":
      return 1;
    case "rep":
      return node.max * longestOf(node.of);
    case "alt":
      return Math.max(...node.of.map(longestOf));
    case "seq":
      return node.of.reduce((sum, part) => sum + longestOf(part), 0);
    default:
      return 0;
  }
}

function textOf(node) {
  if (node.is === "char") return node.text;
  if (Array.isArray(node.of)) return node.of.map(textOf).join("");
  return typeof node.of === "object" ? textOf(node.of) : "";
}

/** Samples that no set of the pattern tells apart are one letter. */
function lettersOf(samples, sets) {
  const bySignature = new Map();
  for (let sample = 0; sample < samples.length; sample++) {
    const signature = sets.map((set) => (set[sample] ? "1" : "0")).join("");
    // A character that shows is the better example.
    if (
      !bySignature.has(signature) ||
      (/\w/.test(samples[sample]) && !/\w/.test(samples[bySignature.get(signature)]))
    )
      bySignature.set(signature, sample);
  }
  return [...bySignature.values()].map((sample) => ({ sample }));
}

// --- two ways through it

/** The loops of the automaton: sets of states that lead back to each other, without those that cannot fail. */
function loopsOf({ states, isSure }) {
  const alive = states.filter((state) => state.position !== -1 && !isSure(state));
  const among = new Set(alive);
  const next = (state) => state.steps.flat().filter((target) => among.has(target));
  return strongComponents(alive, next).filter((loop) => loop.length > 1 || next(loop[0]).includes(loop[0]));
}

function strongComponents(nodes, next) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const on = new Set();
  const components = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const work = [{ node: root, targets: null, at: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1];
      const { node } = frame;
      if (frame.targets === null) {
        index.set(node, index.size);
        low.set(node, index.get(node));
        stack.push(node);
        on.add(node);
        frame.targets = next(node);
      }
      if (frame.at < frame.targets.length) {
        const target = frame.targets[frame.at++];
        if (!index.has(target)) work.push({ node: target, targets: null, at: 0 });
        else if (on.has(target)) low.set(node, Math.min(low.get(node), index.get(target)));
        continue;
      }
      work.pop();
      if (work.length > 0) low.set(work.at(-1).node, Math.min(low.get(work.at(-1).node), low.get(node)));
      if (low.get(node) !== index.get(node)) continue;
      const component = [];
      let one;
      do {
        one = stack.pop();
        on.delete(one);
        component.push(one);
      } while (one !== node);
      components.push(component);
    }
  }
  return components;
}

/** Two ways from a state back to itself that read the same text. */
function exponential({ states, letters, isSure }) {
  for (const loop of loopsOf({ states, isSure })) {
    const among = new Set(loop);
    for (const state of loop)
      for (const [letter, targets] of state.steps.entries()) {
        const here = targets.filter((target) => among.has(target));
        if (new Set(here).size < here.length) return { kind: "exponential", pump: letters[letter] };
      }
    const both = (pair) => stepsTogether(pair, [among, among]);
    const pairs = new Map();
    const nodeOf = (tuple) => {
      const key = tuple.map(({ id }) => id).join(" ");
      if (!pairs.has(key)) pairs.set(key, tuple);
      return pairs.get(key);
    };
    const together = strongComponents(
      loop.map((state) => nodeOf([state, state])),
      (pair) => both(pair).map(({ tuple }) => nodeOf(tuple)),
    );
    for (const component of together) {
      const same = component.find(([a, b]) => a === b);
      const apart = component.find(([a, b]) => a !== b);
      if (same === undefined || apart === undefined) continue;
      const [there] = search(same, both, ([a, b]) => a === apart[0] && b === apart[1], letters, true);
      const [back] = search(apart, both, ([a, b]) => a === same[0] && b === same[1], letters, true);
      return { kind: "exponential", pump: there.word + back.word };
    }
  }
  return null;
}

/** One loop, then another that reads the same text; where a match may start is a loop too. */
function polynomial(automaton) {
  const { states, letters } = automaton;
  const loops = loopsOf(automaton);
  const anywhere = new Set(states);
  const waiting = states.filter((state) => state.position === -1 && state.context !== "");
  // Where nothing can start after the first character, the search for a start is no loop.
  const isAnchored = !waiting.some((state) => state.steps.flat().some(({ position }) => position !== -1));
  const starts = isAnchored ? [] : waiting;
  for (const loop of loops) {
    const among = new Set(loop);
    for (const last of loop) {
      for (const start of starts.filter(({ context }) => context === last.context)) {
        const both = search(
          [start, last],
          (pair) => stepsTogether(pair, [anywhere, among]),
          ([a, b]) => a === last && b === last,
          letters,
          true,
        );
        if (both.length > 0) return { kind: "polynomial", pump: both[0].word };
      }
    }
    for (const other of loops) {
      if (other === loop) continue;
      const before = new Set(other);
      for (const first of other)
        for (const last of loop) {
          const all = search(
            [first, first, last],
            (three) => stepsTogether(three, [before, anywhere, among]),
            ([a, b, c]) => a === first && b === last && c === last,
            letters,
            true,
          );
          if (all.length > 0) return { kind: "polynomial", pump: all[0].word };
        }
    }
  }
  return null;
}

function stepsTogether(tuple, within) {
  const found = [];
  for (let letter = 0; letter < tuple[0].steps.length; letter++) {
    let tuples = [[]];
    for (const [index, state] of tuple.entries()) {
      const targets = [...new Set(state.steps[letter])].filter((target) => within[index].has(target));
      tuples = targets.flatMap((target) => tuples.map((one) => [...one, target]));
      if (tuples.length === 0) break;
    }
    for (const one of tuples) found.push({ tuple: one, letter });
  }
  return found;
}

/** The tuples that can be reached and are wanted, with a text that leads there. */
function search(from, next, wanted, letters, isFirstEnough = false) {
  const seen = new Set();
  const queue = [{ tuple: from, word: "" }];
  const found = [];
  for (let at = 0; at < queue.length; at++) {
    if (at > WORK_MAX / 100) throw new Undecided("too much to try");
    const { tuple, word } = queue[at];
    for (const { tuple: target, letter } of next(tuple)) {
      const key = target.map(({ id }) => id).join(" ");
      if (seen.has(key)) continue;
      seen.add(key);
      const reached = { tuple: target, word: word + letters[letter] };
      if (wanted(target)) {
        found.push(reached);
        if (isFirstEnough) return found;
      }
      queue.push(reached);
    }
  }
  return found;
}
