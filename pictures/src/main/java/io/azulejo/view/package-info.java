/**
 * The local web page of {@code azulejo view}: {@link io.azulejo.view.ViewServer} hands out the
 * files of the page and answers its questions as JSON. It only reads, and speaks with nobody but
 * the page that it was opened for.
 */
package io.azulejo.view;
