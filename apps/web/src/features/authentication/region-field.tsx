import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Coming } from '../../ui/coming.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PickerField } from '../../ui/picker-field.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { authenticationWords } from '../../words/authentication.ts';
import { uiWords } from '../../words/ui.ts';
import styles from './authentication.module.css';
import { districtsOf, findDistricts, type PlacedDistrict, type Province } from './regions.ts';

type RegionFieldProps = {
  label: string;
  /** The id of a district. */
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  error?: string | undefined;
};

/** A district, chosen by its province or found by its name. */
export function RegionField({
  label,
  value,
  onChange,
  placeholder = uiWords.choose,
  error,
}: RegionFieldProps) {
  const words = authenticationWords.region;
  const [isOpen, setOpen] = useState(false);
  // Regions do not change while the app is open.
  const regions = useAnswer('queryAreaTree', {}, { isEnabled: isOpen || value !== '', staleMs: Infinity });
  const chosen = districtsOf(regions.data ?? []).find(({ id }) => String(id) === value);
  return (
    <>
      <PickerField
        label={label}
        value={chosen ? words.inProvince(chosen.name, chosen.province) : value ? words.chosen : undefined}
        placeholder={placeholder}
        error={error}
        isAsked
        onOpen={() => setOpen(true)}
      />
      {isOpen && (
        <RegionPicker
          regions={regions}
          onClose={() => setOpen(false)}
          onChoose={(districtId) => {
            onChange(String(districtId));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

type RegionPickerProps = {
  regions: UseQueryResult<Province[], Error>;
  onClose: () => void;
  onChoose: (districtId: number) => void;
};

function RegionPicker({ regions, onClose, onChoose }: RegionPickerProps) {
  const words = authenticationWords.region;
  const [typed, setTyped] = useState('');
  const [province, setProvince] = useState<Province>();
  return (
    <Overlay kind="panel" title={province ? words.chooseDistrict : words.chooseProvince} onClose={onClose}>
      <div className={styles.regions}>
        <TextField
          label={words.search}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {!regions.data ? (
          <Coming answers={[regions]} lines={[56, 56, 56, 56, 56]} />
        ) : typed.trim() !== '' ? (
          <FoundDistricts districts={findDistricts(districtsOf(regions.data), typed)} onChoose={onChoose} />
        ) : province ? (
          <>
            <Button variant="quiet" onClick={() => setProvince(undefined)}>
              {words.backToProvinces}
            </Button>
            <Rows>
              {province.districts.map(({ id, name }) => (
                <RowButton key={id} title={name} onClick={() => onChoose(id)} />
              ))}
            </Rows>
          </>
        ) : (
          <Rows>
            {regions.data.map((candidate) => (
              <RowButton key={candidate.id} title={candidate.name} onClick={() => setProvince(candidate)} />
            ))}
          </Rows>
        )}
      </div>
    </Overlay>
  );
}

function FoundDistricts({
  districts,
  onChoose,
}: {
  districts: readonly PlacedDistrict[];
  onChoose: RegionPickerProps['onChoose'];
}) {
  const { none } = authenticationWords.region;
  if (districts.length === 0)
    return (
      <EmptyState drawing="search" title={none.title}>
        {none.text}
      </EmptyState>
    );
  return (
    <Rows>
      {districts.map(({ id, name, province }) => (
        <RowButton key={id} title={name} detail={province} onClick={() => onChoose(id)} />
      ))}
    </Rows>
  );
}
