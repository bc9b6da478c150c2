/**
 * Layout recommendations for arrays, based on trials with a sample of the cells. Start at {@link
 * io.azulejo.internal.workshop.advise.LayoutAdvisor}.
 */
package io.azulejo.internal.workshop.advise;
