// The types of Schemas/Articles.yaml are generated.
