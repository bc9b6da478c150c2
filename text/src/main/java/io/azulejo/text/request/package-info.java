/**
 * Converts requests, splits and ranges to and from JSON, in the format that docs/engines.md
 * describes. Begin with {@link io.azulejo.text.request.RequestJson}.
 */
package io.azulejo.text.request;
