// Whatever is loaded by a part of the program alone becomes a file of its own, which every command that needs it then
// opens. Looking at agents takes a few pieces of the core; with this they take it as it is, in one.
import "../../core/refinement/session/decide.ts";
