/**
 * What is done to an array by reading and writing it, as a user would. It never looks at bytes of
 * files itself. Start at {@link io.azulejo.internal.maintain.Deletion}.
 */
package io.azulejo.internal.maintain;
