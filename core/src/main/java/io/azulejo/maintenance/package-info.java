/**
 * Immutable requests and reports for the maintenance of arrays and groups; the entry class is
 * {@link io.azulejo.Maintenance}. Each request starts from {@code DEFAULT}. Each option has a
 * method that returns a changed copy and one of the same name without arguments ({@code isX} for
 * switches) that returns its value. Azulejo implements the report interfaces; later releases may
 * add methods. The package does no I/O.
 */
@NullMarked
package io.azulejo.maintenance;

import org.jspecify.annotations.NullMarked;
