/**
 * Requests for maintenance of arrays and groups, and reports of it, all immutable. A request begins
 * with {@code DEFAULT}; a method for each setting makes a changed copy, and the method of the same
 * name without arguments ({@code isX} for switches) is the setting's value. Reports are interfaces
 * that Azulejo implements; later releases may add methods to them.
 */
@NullMarked
package io.azulejo.maintenance;

import org.jspecify.annotations.NullMarked;
