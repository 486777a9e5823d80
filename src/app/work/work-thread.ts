// What the thread runs in which long texts are read.
import { serveWork } from "../../adapters/work-thread/serve-work.ts";
import { systemHash, systemUtf8 } from "../sessions/system-ports.ts";
import { allWork } from "./all-work.ts";

serveWork((texts) => allWork({ blobs: texts, hash: systemHash, utf8: systemUtf8 }));
