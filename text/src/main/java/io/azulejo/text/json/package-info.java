/**
 * What JSON says, read strictly: values that know where they stand, so that errors name the place,
 * and objects of which no member is passed over.
 */
package io.azulejo.text.json;
