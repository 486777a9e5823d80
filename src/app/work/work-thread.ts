// What the thread runs in which long texts are read.
import { serveWork } from "../../adapters/work-thread/serve-work.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import { workHandler } from "./all-work.ts";

serveWork((texts) => workHandler({ blobs: texts, hash: systemHash, utf8: systemUtf8 }));
