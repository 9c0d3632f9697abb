// Empty, because the target with the class replaces the types of this module.
