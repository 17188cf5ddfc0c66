/** Words that say nothing about an operation: those of grammar, and those of requests. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being both but by can cannot could did do does
  doing don done during each few for from further had has have having he her here hers him his how i if in into is it its
  itself just let ll m me more most my myself no nor not of off on once only or other our ours out over own re s same she
  should so some such t than that the their theirs them then there these they this those through to too until up ve very
  was we were what when where which while who whom why will with would you your yours yourself
  please help want wants wanted need needs needed like looking look know tell give provide assist thanks thank hello hi
  kindly able possible using use uses used im id ive lets dont doesnt cant whats hey wish hope trying try going really
  something anything someone ensure`.split(/\s+/),
);
