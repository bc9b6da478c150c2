/**
 * Requests for and reports on the maintenance of arrays and groups. Start at {@link
 * io.azulejo.Maintenance}. All classes are immutable, and do not perform I/O.
 *
 * <p>Each request class has a constant {@code DEFAULT}. For each option, one method returns a copy
 * of the request with the option changed. A method of the same name without arguments returns the
 * option's value; for switches its name is {@code isX}. Azulejo implements the report interfaces;
 * later releases may add methods.
 */
@NullMarked
package io.azulejo.maintenance;

import org.jspecify.annotations.NullMarked;
