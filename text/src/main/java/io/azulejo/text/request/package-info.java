/**
 * Reads and writes requests, splits and ranges as JSON, in the format of docs/engines.md. Begin
 * with {@link io.azulejo.text.request.RequestJson}.
 */
package io.azulejo.text.request;
