/**
 * Recommends a layout for an array by trying several on a sample of its cells. Start at {@link
 * io.azulejo.internal.workshop.advise.LayoutAdvisor}.
 */
package io.azulejo.internal.workshop.advise;
