// Words on which a requirement may hang without saying anything a test could check, and what to ask of each.

export interface VagueWords {
  /** What the words leave open. */
  readonly open: string;
  readonly settle: string;
  /** Whether a number with a unit in the same sentence settles it. */
  readonly byNumber: boolean;
  /** Regular expressions between word boundaries; a blank stands for any white space. */
  readonly words: readonly string[];
}

export const VAGUE_WORDS: readonly VagueWords[] = [
  {
    open: "how fast",
    settle: "Give a time, for which share of the cases, and under which load.",
    byNumber: true,
    words: [
      "quickly",
      "rapidly",
      "promptly",
      "(?:be|feel) (?:fast|quick|responsive|snappy|performant)",
      "fast enough",
      "as (?:fast|quickly|soon|early) as possible",
      "(?:in a )?timely(?: manner| fashion)?",
      "(?:near )?real[- ]time",
      "(?:low|minimal|acceptable|good) (?:latency|delay|response times?)",
      "(?:short|reasonable|acceptable) (?:time|period|delay|duration)",
      "(?:good|high|acceptable|adequate|decent) performance",
    ],
  },
  {
    open: "how much",
    settle: "Give the number, with its unit, and what happens beyond it.",
    byNumber: true,
    words: [
      "(?:large|huge|big|small|high|heavy|long) (?:numbers?|amounts?|volumes?|files?|data ?sets?|loads?|traffic|quantit(?:y|ies)|inputs?|payloads?|documents?|uploads?) ?(?:of)?",
      "(?:be )?(?:highly )?scalable",
      "scales? well",
      "(?:be )?highly available",
      "high availability",
      "minimal (?:overhead|impact|downtime|effort|memory|resources)",
      "(?:must|shall|should) (?:minimi[sz]e|maximi[sz]e|optimi[sz]e)",
      "as (?:few|many|much|little|large|small|high|low|long|short) as possible",
      "(?:supports?|accepts?|handles?|provides?|offers?|allows?|includes?) (?:several|various|many|multiple different|certain|different kinds of)",
    ],
  },
  {
    open: "how often",
    settle: "Give the interval, or the event that starts it.",
    byNumber: true,
    words: [
      "periodically",
      "regularly",
      "from time to time",
      "frequently",
      "at regular intervals",
      "occasionally",
    ],
  },
  {
    open: "what would be good enough",
    settle: "Give the measure by which a test could tell that it is met.",
    byNumber: true,
    words: [
      "appropriate(?:ly)?(?! (?:to|for)\\b)",
      "adequate(?:ly)?",
      "suitabl[ey](?! for\\b)",
      "reasonabl[ey]",
      "sufficient(?:ly)?(?! (?:to|for|that)\\b)",
      "satisfactor(?:y|ily)",
      "acceptabl[ey]",
      "user[- ]friendly",
      "intuitive(?:ly)?",
      "seamless(?:ly)?",
      "(?:be )?(?:easy|simple) to (?:use|understand|learn|maintain|extend|configure|read)",
      "be (?:simple|flexible|robust|reliable|resilient|efficient|secure|maintainable|lightweight)",
      "(?:robustly|reliably|efficiently)",
      "(?:stored?|kept|handled|transmitted|transferred|deleted) securely",
      "securely (?:store|keep|handle|transmit|transfer|delete)d?",
      "as \\w{1,20} as possible",
      "(?:meaningful|helpful|friendly|useful|sensible|nice) (?:errors?|messages?|error messages?|defaults?|feedback|output|text)",
      "state[- ]of[- ]the[- ]art",
      "(?:industry[- ]|security )?best practices",
      "industry[- ]standard",
      "(?:modern|major|common|recent) (?:web )?browsers",
    ],
  },
  {
    open: "what is to happen",
    settle: "Say what the user sees, what is kept, and what is tried again.",
    byNumber: false,
    words: [
      "gracefully",
      "(?:work|works|function|functions|behave|behaves|operate|operates|handle|handled|handles|process|processed|perform|performs) (?:properly|correctly|normally|well|nicely)",
      "(?:properly|correctly) (?:handle|handled|process|processed|work|deal)(?! by)",
      "deals? with (?:errors|failures|problems)",
    ],
  },
  {
    open: "in which cases",
    settle: "Name the cases, and what holds in the others.",
    byNumber: false,
    words: [
      "(?:if|when|where|wherever|whenever) (?:possible|practical|practicable|feasible|appropriate|necessary|needed)(?! (?:for|to)\\b)",
      "as (?:appropriate|necessary|needed)(?! (?:for|to|by)\\b)",
      "(?:where|as) applicable",
      "as required(?! (?:by|in|under|for)\\b)",
      "(?:(?:as|so) far|insofar) as (?:possible|practical|practicable)",
      "to the extent (?:possible|practical)",
      "best[- ]effort(?:s)?(?: basis)?",
      "(?:must|shall) (?:usually|normally|generally|typically|preferably|ideally)",
      "should (?:usually|generally|typically|preferably)",
      "under normal (?:conditions|circumstances|load|operation|use)",
      "in (?:certain|some) (?:cases|situations|circumstances)(?! (?:where|when|in which)\\b)",
    ],
  },
  {
    open: "what else",
    settle: "List all of them, or give the rule that tells which belong.",
    byNumber: false,
    words: ["etc", "and so on", "and so forth", "and the like", "and similar(?: \\w+)?", "among others"],
  },
  {
    open: "what must come of it",
    settle: "Say what is required; to consider something cannot be tested.",
    byNumber: false,
    words: ["(?:must|shall) consider", "(?:must|shall|should) (?:think about|take into account)"],
  },
];
