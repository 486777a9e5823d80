import { assertNever } from "../../core/shared/assert-never.ts";
import { PROTOCOL_PLACES, type ServerProtocol } from "../shared/model-protocol.ts";

type ModelUrl =
  | { readonly at: "url"; readonly url: string }
  | { readonly at: "unusable"; readonly why: string };

/**
 * Where a protocol is spoken. A base is written as its provider's own programs take it: for Anthropic without the
 * version, for OpenAI with it. The other way works too where it can mean nothing else, and so does the whole address.
 */
export function modelUrl(protocol: ServerProtocol, baseUrl: string | null): ModelUrl {
  const url = parseUrl(baseUrl ?? PROTOCOL_PLACES[protocol].baseUrl);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return { at: "unusable", why: "the base URL is no address that begins with http:// or https://" };
  }
  if (url.username !== "" || url.password !== "") {
    return { at: "unusable", why: "the base URL holds a user or a password; keys come from the environment" };
  }
  // `URL` tells a bare ? and # from none only in the text.
  if (/[?#]/.test(url.href)) {
    return {
      at: "unusable",
      why: "the base URL holds a ? or # and what follows, where a key could stand; keys come from the environment",
    };
  }
  url.pathname = pathOf(protocol, url.pathname.replace(/(?<!\/)\/+$/, ""));
  return { at: "url", url: url.href };
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function pathOf(protocol: ServerProtocol, base: string): string {
  const { lastStep: last } = PROTOCOL_PLACES[protocol];
  if (base.endsWith(`/${last}`)) return base;
  return `${base}${versionOf(protocol, base)}/${last}`;
}

const VERSIONED = /\/v\d+[a-z]*$/;

function versionOf(protocol: ServerProtocol, base: string): "" | "/v1" | "/v1beta" {
  switch (protocol) {
    case "anthropic-messages":
      return VERSIONED.test(base) ? "" : "/v1";
    case "gemini":
      return VERSIONED.test(base) ? "" : "/v1beta";
    case "openai-responses":
    case "openai-chat":
      // A path without a version may be whole as it is: gateways put theirs in the middle.
      return base === "" ? "/v1" : "";
    default:
      return assertNever(protocol);
  }
}
