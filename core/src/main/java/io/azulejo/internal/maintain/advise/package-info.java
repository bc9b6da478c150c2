/**
 * Tries layouts on a sample of an array's cells. Start at {@link
 * io.azulejo.internal.maintain.advise.LayoutAdvisor}.
 */
package io.azulejo.internal.maintain.advise;
