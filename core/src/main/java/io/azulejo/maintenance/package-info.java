/**
 * The immutable nouns of keeping arrays in shape: what is asked of the engine, and what it found
 * and did.
 */
@NullMarked
package io.azulejo.maintenance;

import org.jspecify.annotations.NullMarked;
