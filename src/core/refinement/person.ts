/** The name under which a role is given to a person: whoever sits down first writes. */
export const PERSON = "human";
