/**
 * Tries layouts on a sample of an array's cells. Start at {@link
 * io.azulejo.internal.workshop.advise.LayoutAdvisor}.
 */
package io.azulejo.internal.workshop.advise;
