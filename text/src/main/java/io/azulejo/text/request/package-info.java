/**
 * Requests, parts of them and ranges as JSON: {@link io.azulejo.text.request.RequestJson}. The form
 * is described in docs/engines.md.
 */
package io.azulejo.text.request;
