/**
 * Maintenance of arrays: deletes cells, consolidates and vacuums arrays, and commits staged
 * fragments. Start at {@link io.azulejo.internal.maintain.Deletion}.
 *
 * <p>The classes access files only through other packages.
 */
package io.azulejo.internal.maintain;
